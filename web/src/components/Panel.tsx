import { Group, Title } from '@mantine/core';
import { type ReactNode, type Ref, useId } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LoadError } from './LoadError.tsx';
import classes from './Panel.module.css';

type PanelProps = {
  title: string;
  /** Content to the right of the heading: a state or an action. */
  aside?: ReactNode;
  level?: 1 | 2 | 3;
  /** Of the heading, which can then get the focus. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
  className?: string;
};

/** A card with a heading. When its content fails, it says so, and the rest of the page stays. */
export function Panel({ title, aside, level = 2, heading, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`${classes.panel} ${className}`}>
      <Group justify="space-between" align="center" mb="md" gap="sm">
        <Title
          order={level}
          id={id}
          size={level === 1 ? 'h2' : 'h5'}
          {...(heading && { ref: heading, tabIndex: -1 })}
        >
          {title}
        </Title>
        {aside}
      </Group>
      <ErrorBoundary fallback={(retry) => <LoadError onRetry={retry} />}>{children}</ErrorBoundary>
    </section>
  );
}

/** Shows a panel that says so where a whole panel fails. */
export function PanelBoundary({ title, children }: { title: string; children: ReactNode }) {
  const fallback = (retry: () => void) => (
    <Panel title={title}>
      <LoadError onRetry={retry} />
    </Panel>
  );
  return <ErrorBoundary fallback={fallback}>{children}</ErrorBoundary>;
}
