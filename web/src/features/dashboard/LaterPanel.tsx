import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useNearView } from '../../components/loading/use-near-view.ts';
import { Panel, PanelBoundary } from '../../components/Panel.tsx';
import { commonText } from '../../text/common.ts';

type LaterPanelProps = {
  title: string;
  /** Of the placeholder, in CSS pixels. */
  height: number;
  children: ReactNode;
};

/** A panel that is rendered, and its code and data loaded, when it is scrolled near the view; its title stands there before. */
export function LaterPanel({ title, height, children }: LaterPanelProps) {
  const { container, near } = useNearView();
  const waiting = (
    <Panel title={title}>
      <Skeleton height={height} radius="md" aria-label={commonText.loading} role="status" />
    </Panel>
  );
  return (
    <div ref={container}>
      {/* Outside the boundary: what has failed stays while it is tried again. */}
      <Suspense fallback={waiting}>
        <PanelBoundary title={title}>{near ? children : waiting}</PanelBoundary>
      </Suspense>
    </div>
  );
}
