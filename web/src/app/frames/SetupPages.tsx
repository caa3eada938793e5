import { Navigate, Outlet } from 'react-router';
import { LatePage } from '../../components/Page.tsx';
import { useLoadedWearers, useWearer } from '../../data/wearer/wearers.ts';
import { paths } from '../../paths.ts';

/**
 * The steps of the sign-up set up the account's own wearer and say no name. Who sees several is led to the dashboard,
 * where all of it is, with the name of the one whom it is about (PPL-20).
 */
export function SetupPages() {
  const { name } = useWearer();
  const { state, refetch } = useLoadedWearers();
  if (name !== null) return <Navigate to={paths.dashboard} replace />;
  if (state !== 'ready') return <LatePage isError={state === 'failed'} refetch={refetch} height={380} />;
  return <Outlet />;
}
