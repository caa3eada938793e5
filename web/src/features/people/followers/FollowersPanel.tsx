import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedWearer } from '@tealight/contract';
import { ItemList } from '../../../components/content/ItemList.tsx';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { manageText } from '../../../text/people/manage.ts';
import { followsQuery } from '../queries.ts';
import { FollowerItem } from './FollowerItem.tsx';

/** Who follows this wearer; each can be changed and removed (PPL-5, PPL-23). */
export function FollowersPanel({ wearer }: { wearer: ListedWearer }) {
  const text = manageText.followers;
  const { data: follows, isError, refetch } = useQuery(followsQuery(wearer.id));
  const list = useFocusAfterRender<HTMLUListElement>();
  return (
    <Panel title={text.title}>
      <Text mb="xs">{text.about({ name: nameOf(wearer) })}</Text>
      {follows === undefined && <Loading {...{ isError, refetch }} height={72} />}
      {follows?.length === 0 && <Text c="dimmed">{text.none}</Text>}
      {follows && (
        <ItemList ref={list.target} label={text.list}>
          {follows.map((follow) => (
            <FollowerItem key={follow.id} follow={follow} wearer={wearer} onRemoved={list.focus} />
          ))}
        </ItemList>
      )}
    </Panel>
  );
}
