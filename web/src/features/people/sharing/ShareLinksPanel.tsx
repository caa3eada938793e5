import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedWearer } from '@tealight/contract';
import { ItemList } from '../../../components/content/ItemList.tsx';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { FormButton } from '../../../components/forms/FormButton.tsx';
import { Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { sharingText } from '../../../text/people/sharing.ts';
import { shareLinksQuery } from '../queries.ts';
import { ShareLinkForm } from './ShareLinkForm.tsx';
import { ShareLinkItem } from './ShareLinkItem.tsx';

/** The links that show a page of this wearer to anyone who has them (PPL-27, PPL-29). */
export function ShareLinksPanel({ wearer }: { wearer: ListedWearer }) {
  const text = sharingText.links;
  const { data: links, isError, refetch } = useQuery(shareLinksQuery(wearer.id));
  const list = useFocusAfterRender<HTMLUListElement>();
  return (
    <Panel title={text.title}>
      <Text mb="xs">{text.about}</Text>
      {links === undefined && <Loading {...{ isError, refetch }} height={48} />}
      {links?.length === 0 && <Text c="dimmed">{text.none}</Text>}
      {links && (
        <ItemList ref={list.target} label={text.list}>
          {links.map((link) => (
            <ShareLinkItem key={link.id} link={link} wearer={wearer.id} onEnded={list.focus} />
          ))}
        </ItemList>
      )}
      <FormButton label={text.start} mt="sm">
        {(close) => <ShareLinkForm wearer={wearer} onClose={close} />}
      </FormButton>
    </Panel>
  );
}
