import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { FocusKeepingButton } from './focus/FocusKeepingButton.tsx';
import classes from './MenuButton.module.css';
import { useMenu } from './use-menu.ts';

/** A menu item: a link or an action; one with `href` is an action that another tab can do, too. */
export type MenuEntry = {
  label: string;
  /** Where labels are not unique. */
  id?: string;
  /** What is shown in place of the label; begins with it. */
  content?: ReactNode;
  isCurrent?: boolean;
} & ({ to: string } | { href?: string; onChoose: () => void });

export type MenuButtonProps = {
  /** The accessible name, when the content has no text. */
  label?: string;
  entries: readonly MenuEntry[];
  /** The content of the button. */
  children: ReactNode;
};

/** A button that opens a menu, with the keyboard support of the ARIA menu button pattern. */
export function MenuButton({ label, entries, children }: MenuButtonProps) {
  const id = useId();
  const menu = useMenu();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the blur event
    <div ref={menu.container} className={classes.container} onBlur={menu.onBlur}>
      <FocusKeepingButton
        className={classes.button}
        id={`${id}-button`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={menu.opened}
        aria-controls={menu.opened ? id : undefined}
        onClick={menu.toggle}
        onKeyDown={menu.onButtonKey}
      >
        {children}
      </FocusKeepingButton>
      {menu.opened && (
        <div
          role="menu"
          id={id}
          aria-labelledby={`${id}-button`}
          className={classes.menu}
          onKeyDown={menu.onMenuKey}
        >
          {entries.map((entry) => (
            <Entry key={entry.id ?? entry.label} entry={entry} onDone={menu.close} />
          ))}
        </div>
      )}
    </div>
  );
}

function Entry({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  const { label, content = label, isCurrent = false } = entry;
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: classes.entry,
    ...(isCurrent && { 'aria-current': true }),
  };
  if ('to' in entry) {
    return (
      <Link {...shared} to={entry.to} onClick={onDone}>
        {content}
      </Link>
    );
  }
  const choose = () => {
    onDone();
    entry.onChoose();
  };
  const { href } = entry;
  if (href !== undefined) {
    const follow = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      choose();
    };
    return (
      <a {...shared} href={href} onClick={follow}>
        {content}
      </a>
    );
  }
  return (
    <button {...shared} type="button" onClick={choose}>
      {content}
    </button>
  );
}
