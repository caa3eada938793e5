import { Button, Group, Text } from '@mantine/core';
import { type CurrentUser, MAX_PHOTO_BYTES } from '@tealight/contract';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Avatar } from '../../components/Avatar.tsx';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { CallErrors, FormErrors } from '../../components/forms/FormErrors.tsx';
import { Panel } from '../../components/Panel.tsx';
import { accountText } from '../../text/account.ts';
import { commonText } from '../../text/common.ts';
import { photoErrorOf } from './check-photo.ts';
import { useSaveProfile } from './use-save-profile.ts';

/** Choose, preview, save or remove the photo. */
export function PhotoPanel({ user }: { user: CurrentUser }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { target: mainButton, focus: focusMainButton } = useFocusAfterRender<HTMLButtonElement>();
  const show = (file: File | null) => {
    setChosen(file);
    focusMainButton();
  };
  const save = useSaveProfile(() => show(null));
  const cancel = () => {
    save.reset();
    show(null);
  };
  const choose = async (file: File) => {
    save.reset();
    const error = await photoErrorOf(file);
    setRefused(error);
    if (error === null) show(file);
  };
  const preview = usePreview(chosen);
  return (
    <Panel title={accountText.photo.title}>
      <Group gap="lg" align="center">
        <Avatar
          user={user}
          size={96}
          preview={preview}
          alt={preview ? accountText.photo.chosen : accountText.photo.current}
        />
        {chosen ? (
          <Group gap="sm">
            <Button ref={mainButton} loading={save.isPending} onClick={() => save.mutate({ photo: chosen })}>
              {accountText.photo.save}
            </Button>
            <Button variant="default" onClick={cancel}>
              {commonText.cancel}
            </Button>
          </Group>
        ) : (
          <Group gap="sm">
            <ChoosePhoto
              label={user.resizedPhoto ? accountText.photo.chooseAnother : accountText.photo.choose}
              button={mainButton}
              onChoose={(file) => void choose(file)}
            />
            {user.resizedPhoto && (
              <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ photo: null })}>
                {accountText.photo.remove}
              </Button>
            )}
          </Group>
        )}
      </Group>
      <FormErrors messages={refused === null ? [] : [refused]} />
      <CallErrors error={save.error} />
      <Text size="sm" c="dimmed" mt="md">
        {accountText.photo.formats({ megabytes: MAX_PHOTO_BYTES / 1024 / 1024 })}
      </Text>
    </Panel>
  );
}

type ChoosePhotoProps = { label: string; button: Ref<HTMLButtonElement>; onChoose: (photo: File) => void };

function ChoosePhoto({ label, button, onChoose }: ChoosePhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={accountText.photo.input}
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) onChoose(file);
          event.currentTarget.value = '';
        }}
      />
      <Button ref={button} variant="light" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}

/** An object URL that previews a file before it is uploaded. */
function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setPreview(null);
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return preview;
}
