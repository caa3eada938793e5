import { Text } from '@mantine/core';
import { Navigate, Outlet } from 'react-router';
import { LatePage } from '../../components/Page.tsx';
import { useLoadedWearers, useWearer } from '../../data/wearer/wearers.ts';
import { paths } from '../../paths.ts';

/**
 * The steps of the sign-up, for the account's own wearers: the name stands first where there are several (PPL-20). Who
 * sees somebody else's data is led to the dashboard.
 */
export function SetupPages() {
  const { name, isFollowed } = useWearer();
  const { state, refetch } = useLoadedWearers();
  if (isFollowed) return <Navigate to={paths.dashboard} replace />;
  if (state !== 'ready') return <LatePage isError={state === 'failed'} refetch={refetch} height={380} />;
  return (
    <>
      {name !== null && (
        <Text fw={600} size="lg" mb="md">
          {name}
        </Text>
      )}
      <Outlet />
    </>
  );
}
