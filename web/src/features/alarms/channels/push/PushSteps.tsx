import { Button, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Inset } from '../../../../components/content/Inset.tsx';
import { CallErrors } from '../../../../components/forms/FormErrors.tsx';
import { TextField } from '../../../../components/forms/TextField.tsx';
import { pushText as text } from '../../../../text/alarms/push.ts';
import { HideValues } from '../ChangeChannel.tsx';
import classes from '../channels.module.css';
import { testText, useChannelTest } from '../use-channel-test.ts';
import { browserName } from './push-support.ts';
import { rememberedPush } from './remembered-push.ts';
import { type PushState, useSubscribe } from './use-push.ts';

/** What notifications of this browser are good for, what they cannot do, the permission, and a test that comes back (ALM-34). */
export function PushSteps({ state }: { state: PushState }) {
  return (
    <Inset component="section" aria-label={text.title}>
      <Text>{text.goodFor}</Text>
      <Text fw={600}>{text.cannot}</Text>
      {state === 'blocked' && <Problem {...text.blocked} />}
      {state === 'insecure' && <Problem {...text.insecure} />}
      {state === 'unsupported' && <Problem {...text.unsupported} />}
      {state === 'not-installed' && (
        <>
          <Problem {...text.notInstalled} />
          <ol className={classes.steps}>
            {Object.values(text.notInstalled.steps).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {/* One component for all three, so that the result of the test stays when the state changes. */}
      {(state === 'not-asked' || state === 'lost' || state === 'on') && <Subscribe state={state} />}
    </Inset>
  );
}

const Problem = ({ title, how }: { title: string; how: string }) => (
  <div role="status">
    <Text fw={600}>{title}</Text>
    <Text>{how}</Text>
  </div>
);

function Subscribe({ state }: { state: 'not-asked' | 'lost' | 'on' }) {
  const remembered = rememberedPush();
  const [name, setName] = useState(() => remembered?.name ?? proposedName());
  const [hidesValues, setHidesValues] = useState(remembered?.hidesValues ?? false);
  const subscribe = useSubscribe();
  const test = useChannelTest();
  const isBusy = subscribe.isPending || test.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    // Asked for within the press itself: some browsers ask in no other moment.
    const permission = Notification.requestPermission();
    subscribe.mutate(
      { permission, name: name.trim(), hidesValues },
      { onSuccess: (made) => typeof made === 'object' && test.mutate({ id: made.id, kind: 'web-push' }) },
    );
  };
  return (
    <>
      {state === 'lost' && <Text fw={600}>{text.lost}</Text>}
      {state === 'on' && !isBusy && <Text fw={600}>{text.on}</Text>}
      {state !== 'on' && (
        <form onSubmit={submit} className={classes.form}>
          <TextField
            name="name"
            value={name}
            error={undefined}
            onChange={setName}
            onBlur={() => {}}
            label={text.name}
            maxLength={40}
          />
          <HideValues hides={hidesValues} onChange={setHidesValues} />
          {state === 'not-asked' && <Text>{text.ask}</Text>}
          <div>
            <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
              {state === 'lost' ? text.again : text.submit}
            </Button>
          </div>
        </form>
      )}
      <Text role="status" fw={500}>
        {subscribe.data === 'dismissed' && text.dismissed}
        {test.isPending && text.testing}
        {test.data && testText(test.data)}
      </Text>
      {subscribe.isError && (
        <Text role="alert" c="var(--mantine-color-error)" fw={500}>
          {text.failed}
        </Text>
      )}
      <CallErrors error={test.error} />
    </>
  );
}

function proposedName(): string {
  const { browser, system } = browserName(navigator.userAgent);
  return text.browserOn({ browser: browser ?? text.anyBrowser, system: system ?? text.anySystem });
}
