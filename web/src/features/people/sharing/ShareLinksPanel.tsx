import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListedWearer } from '@tealight/contract';
import { useState } from 'react';
import { useFocusAfterRender } from '../../../components/focus/use-focus-after-render.ts';
import { LoadError } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { commonText } from '../../../text/common.ts';
import { sharingText } from '../../../text/people/sharing.ts';
import classes from '../manage.module.css';
import { shareLinksQuery } from '../queries.ts';
import { ShareLinkForm } from './ShareLinkForm.tsx';
import { ShareLinkItem } from './ShareLinkItem.tsx';

/** The links that show a page of this wearer to anyone who has them (PPL-27, PPL-29). */
export function ShareLinksPanel({ wearer }: { wearer: ListedWearer }) {
  const text = sharingText.links;
  const { data: links, isError, refetch } = useQuery(shareLinksQuery(wearer.id));
  const [isMaking, setMaking] = useState(false);
  const button = useFocusAfterRender<HTMLButtonElement>();
  const list = useFocusAfterRender<HTMLUListElement>();
  const close = () => {
    setMaking(false);
    button.focus();
  };
  return (
    <Panel title={text.title}>
      <Text mb="xs">{text.about}</Text>
      {links === undefined &&
        (isError ? (
          <LoadError onRetry={refetch} />
        ) : (
          <Skeleton height={48} aria-label={commonText.loading} role="status" />
        ))}
      {links?.length === 0 && <Text c="dimmed">{text.none}</Text>}
      {links && (
        <ul ref={list.target} tabIndex={-1} className={classes.list} aria-label={text.list}>
          {links.map((link) => (
            <ShareLinkItem key={link.id} link={link} wearer={wearer.id} onEnded={list.focus} />
          ))}
        </ul>
      )}
      {isMaking ? (
        <ShareLinkForm wearer={wearer} onClose={close} />
      ) : (
        <Button ref={button.target} mt="sm" onClick={() => setMaking(true)}>
          {text.start}
        </Button>
      )}
    </Panel>
  );
}
