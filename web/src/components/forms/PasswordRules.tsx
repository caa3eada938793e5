import { IconCheck, IconPoint } from '@tabler/icons-react';
import { MAX_PASSWORD_LENGTH, passwordRules } from '@tealight/contract';
import { commonText } from '../../text/common.ts';
import classes from './PasswordField.module.css';

/** The password rules, each checked as soon as the password meets it. */
export function PasswordRules({ password }: { password: string }) {
  const tooLong = password.length > MAX_PASSWORD_LENGTH;
  return (
    <ul className={classes.rules} aria-label={commonText.password.rules}>
      {passwordRules.map(({ text, holds }) => (
        <Rule key={text} text={text} isMet={holds(password)} />
      ))}
      {tooLong && <Rule text={commonText.password.tooLong({ most: MAX_PASSWORD_LENGTH })} isMet={false} />}
    </ul>
  );
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const Icon = isMet ? IconCheck : IconPoint;
  return (
    <li data-met={isMet}>
      <Icon
        size={18}
        stroke={2.5}
        role="img"
        aria-label={isMet ? commonText.password.met : commonText.password.notMet}
      />
      <span>{text}</span>
    </li>
  );
}
