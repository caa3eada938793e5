import { Checkbox } from '@mantine/core';
import { type Right, roles } from '@tealight/contract';
import { manageText } from '../../../text/people/manage.ts';
import { rightsText } from '../../../text/people/rights.ts';
import { LabeledSegments } from '../LabeledSegments.tsx';
import classes from '../manage.module.css';
import { givenWith, namedRights, type RightsChoice, withRight } from './rights-choice.ts';

export type RightsFieldsProps = {
  value: RightsChoice;
  /** The rights of the one who gives them. */
  mine: readonly Right[];
  onChange: (value: RightsChoice) => void;
};

/** A role, and its rights one by one (PPL-5). */
export function RightsFields({ value, mine, onChange }: RightsFieldsProps) {
  const text = manageText.followers;
  return (
    <>
      <LabeledSegments
        label={text.role}
        value={value.role}
        onChange={(role) => onChange(givenWith(role, mine))}
        choices={roles.map((role) => ({ value: role, label: rightsText.roles[role] }))}
        about={rightsText.aboutRoles[value.role]}
      />
      <fieldset className={classes.rights}>
        <legend>{text.rights}</legend>
        {namedRights(value.role).map((right) => (
          <Checkbox
            key={right}
            label={rightsText.give[right]}
            {...(right === 'see-now' && { description: text.always })}
            checked={value.rights.includes(right)}
            disabled={right === 'see-now' || !mine.includes(right)}
            onChange={(event) => onChange(withRight(value, right, event.currentTarget.checked))}
          />
        ))}
      </fieldset>
    </>
  );
}
