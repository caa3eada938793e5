import { commonText } from '../../text/common.ts';
import { TextButton } from '../TextButton.tsx';
import { useResendWait } from './use-resend-wait.ts';

export type ResendButtonProps = {
  label: string;
  /** Whether such an email has just been sent, so that the server would refuse another. */
  justSent?: boolean;
  onSend: () => Promise<unknown>;
};

/** Sends an email again. While the server would refuse, it says for how long. */
export function ResendButton({ label, justSent = false, onSend }: ResendButtonProps) {
  const [seconds, restart] = useResendWait(justSent);
  const send = () => {
    if (seconds === 0) onSend().then(restart, () => undefined);
  };
  return (
    <TextButton onClick={send} disabled={seconds > 0}>
      {seconds > 0 ? commonText.sendAgain({ label, seconds }) : label}
    </TextButton>
  );
}
