import { Button, Group, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { Inset } from '../../../components/content/Inset.tsx';
import { QrImage } from '../../../components/content/QrImage.tsx';
import { useFocusWhileShown } from '../../../components/focus/use-focus-while-shown.ts';
import { serverNow } from '../../../data/server-clock.ts';
import { sharingText } from '../../../text/people/sharing.ts';

export type QrInvitationProps = {
  link: string;
  expiresAt: string;
  /** Used or withdrawn: the code opens nothing any more. */
  isEnded: boolean;
  onAnother: () => void;
  onDone: () => void;
};

/** An invitation for somebody beside the screen, with the time that is left (PPL-8). It has the focus. */
export function QrInvitation({ link, expiresAt, isEnded, onAnother, onDone }: QrInvitationProps) {
  const text = sharingText.invitations;
  const seconds = useSecondsUntil(Date.parse(expiresAt));
  const works = seconds > 0 && !isEnded;
  const id = useId();
  const element = useFocusWhileShown<HTMLDivElement>();
  return (
    <Inset ref={element} role="group" tabIndex={-1} aria-labelledby={id} mt="md">
      <Text id={id} fw={500} role="status">
        {seconds === 0 ? text.over : isEnded ? text.ended : text.qrReady}
      </Text>
      {works && (
        <>
          <QrImage text={link} label={text.qrImage} />
          <Text ta="center" role="timer">
            {text.left({
              minutes: String(Math.floor(seconds / 60)),
              seconds: String(seconds % 60).padStart(2, '0'),
            })}
          </Text>
        </>
      )}
      <Group gap={8}>
        {!works && <Button onClick={onAnother}>{text.another}</Button>}
        <Button variant="default" onClick={onDone}>
          {sharingText.once.done}
        </Button>
      </Group>
    </Inset>
  );
}

/** The whole seconds until a moment of the server's clock, epoch milliseconds; 0 after it. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(serverNow);
  const seconds = Math.max(0, Math.ceil((moment - now) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return seconds;
}
