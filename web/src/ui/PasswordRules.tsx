import { IconCheck, IconPoint } from '@tabler/icons-react';
import { PASSWORD_MAX, passwordRules } from '@tealight/contract';
import classes from './PasswordField.module.css';

/** What a password must keep, each rule ticked as soon as it does. */
export function PasswordRules({ password }: { password: string }) {
  const tooLong = password.length > PASSWORD_MAX;
  return (
    <ul className={classes.rules} aria-label="A password has">
      {passwordRules.map(({ text, holds }) => (
        <Rule key={text} text={text} kept={holds(password)} />
      ))}
      {tooLong && <Rule text={`At most ${PASSWORD_MAX} characters`} kept={false} />}
    </ul>
  );
}

function Rule({ text, kept }: { text: string; kept: boolean }) {
  const Icon = kept ? IconCheck : IconPoint;
  return (
    <li data-kept={kept}>
      <Icon size={18} stroke={2.5} role="img" aria-label={kept ? 'Yes:' : 'Not yet:'} />
      <span>{text}</span>
    </li>
  );
}
