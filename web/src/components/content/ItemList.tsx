import { Group, Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './ItemList.module.css';

export type ItemListProps = {
  /** The accessible name. */
  label?: string;
  /** Of a list that can take the focus: the button that was pressed may be gone with its item. */
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
};

/** A list with lines between its items. */
export const ItemList = ({ label, ref, children }: ItemListProps) => (
  <ul className={classes.list} aria-label={label} {...(ref && { ref, tabIndex: -1 })}>
    {children}
  </ul>
);

export type ItemProps = {
  title: string;
  /** What there is to say of it; null says nothing. */
  facts: readonly (string | null)[];
  /** What is wrong with it. */
  warning?: string | null;
  /** Below the facts. */
  children?: ReactNode;
  /** Buttons or a switch, at the end of the line. */
  actions?: ReactNode;
  /** A form or a result, in a line of its own. */
  below?: ReactNode;
};

/** One thing of a list: what it is, and what can be done with it. */
export function Item({ title, facts, warning = null, children, actions, below }: ItemProps) {
  return (
    <li>
      <div className={classes.details}>
        <Text fw={500}>{title}</Text>
        {facts
          .filter((fact) => fact !== null)
          .map((fact) => (
            <Text key={fact} size="sm" c="dimmed">
              {fact}
            </Text>
          ))}
        {warning !== null && (
          <Text size="sm" fw={500} c="var(--mantine-color-error)">
            {warning}
          </Text>
        )}
        {children}
      </div>
      {actions && <Group gap={8}>{actions}</Group>}
      {below}
    </li>
  );
}
