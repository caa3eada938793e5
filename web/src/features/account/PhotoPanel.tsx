import { Button, Group, Text } from '@mantine/core';
import { type CurrentUser, PHOTO_MAX_BYTES } from '@tealight/contract';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../components/Avatar.tsx';
import { Panel } from '../../components/Panel.tsx';
import { notifyError } from '../../data/notices.ts';
import { profileOf } from './profile.ts';
import { useSaveProfile } from './use-save-profile.ts';

/** Choose, preview, save or remove the photo. */
export function PhotoPanel({ user }: { user: CurrentUser }) {
  const [chosen, setChosen] = useState<File | null>(null);
  const save = useSaveProfile(() => setChosen(null));
  const preview = usePreview(chosen);
  const profile = profileOf(user);
  return (
    <Panel title="Photo">
      <Group gap="lg" align="center">
        <Avatar
          user={user}
          size={96}
          preview={preview}
          alt={preview ? 'The photo you chose' : 'Your photo'}
        />
        {chosen ? (
          <Group gap="sm">
            <Button loading={save.isPending} onClick={() => save.mutate({ profile, photo: chosen })}>
              Save photo
            </Button>
            <Button variant="default" onClick={() => setChosen(null)}>
              Cancel
            </Button>
          </Group>
        ) : (
          <Group gap="sm">
            <ChoosePhoto
              label={user.resizedPhoto ? 'Choose another' : 'Choose a photo'}
              onChoose={setChosen}
            />
            {user.resizedPhoto && (
              <Button
                variant="default"
                loading={save.isPending}
                onClick={() => save.mutate({ profile, photo: null })}
              >
                Remove photo
              </Button>
            )}
          </Group>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt="md">
        JPEG, PNG, WebP, AVIF or GIF, up to {PHOTO_MAX_BYTES / 1024 / 1024} MB.
      </Text>
    </Panel>
  );
}

type ChoosePhotoProps = { label: string; onChoose: (photo: File) => void };

function ChoosePhoto({ label, onChoose }: ChoosePhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > PHOTO_MAX_BYTES) notifyError('The photo is larger than 10 MB: choose a smaller one');
    else onChoose(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Photo"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button variant="light" onClick={() => input.current?.click()}>
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
