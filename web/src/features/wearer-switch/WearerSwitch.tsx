import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AccentInitial } from '../../components/AccentInitial.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { chooseWearer } from '../../data/wearer/wearer-page.ts';
import { glancesQuery, nameOf, useWearer, useWearerChoice } from '../../data/wearer/wearers.ts';
import { paths, wearerPath } from '../../paths.ts';
import { peopleSwitchText } from '../../text/people/people-switch.ts';
import { WearerLine } from './WearerLine.tsx';
import classes from './wearer-switch.module.css';

/** Whom the page shows, and a menu of everybody else whom the reader may see. */
export function WearerSwitch() {
  const { listed, name } = useWearer();
  const choice = useWearerChoice();
  // Known before somebody is chosen, so that the next page begins with a reading.
  useQuery(glancesQuery, accountClient);
  if (listed === null || name === null) return null;
  const wearers = choice.map((wearer) => ({
    id: wearer.id,
    label: nameOf(wearer),
    content: <WearerLine wearer={wearer} isCurrent={wearer.id === listed.id} />,
    isCurrent: wearer.id === listed.id,
    href: wearerPath(wearer.id),
    onChoose: () => chooseWearer(wearer.id),
  }));
  return (
    <div className={classes.switch}>
      <MenuButton entries={[...wearers, { label: peopleSwitchText.people, to: paths.people }]}>
        <AccentInitial name={name} accent={listed.accent} />
        <VisuallyHidden>{peopleSwitchText.shown}</VisuallyHidden>{' '}
        <span className={classes.shown}>{name}</span>
        <IconChevronDown className={classes.unfolds} size={18} aria-hidden="true" />
      </MenuButton>
    </div>
  );
}
