import { IconCheck, IconPoint } from '@tabler/icons-react';
import { PASSWORD_MAX, passwordRules } from '@tealight/contract';
import classes from './PasswordField.module.css';

/** The password rules, each checked as soon as the password meets it. */
export function PasswordRules({ password }: { password: string }) {
  const tooLong = password.length > PASSWORD_MAX;
  return (
    <ul className={classes.rules} aria-label="A password has">
      {passwordRules.map(({ text, holds }) => (
        <Rule key={text} text={text} isMet={holds(password)} />
      ))}
      {tooLong && <Rule text={`At most ${PASSWORD_MAX} characters`} isMet={false} />}
    </ul>
  );
}

function Rule({ text, isMet }: { text: string; isMet: boolean }) {
  const Icon = isMet ? IconCheck : IconPoint;
  return (
    <li data-met={isMet}>
      <Icon size={18} stroke={2.5} role="img" aria-label={isMet ? 'Yes:' : 'Not yet:'} />
      <span>{text}</span>
    </li>
  );
}
