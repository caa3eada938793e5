import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ListedWearer, makeShareLink, shareScopes, shareTimes, WearerName } from '@tealight/contract';
import * as z from 'zod/mini';
import { Inset } from '../../../components/content/Inset.tsx';
import { Form } from '../../../components/forms/Form.tsx';
import { SubmitRow } from '../../../components/forms/SubmitRow.tsx';
import { TextField } from '../../../components/forms/TextField.tsx';
import { useFormValues } from '../../../components/forms/use-form-values.ts';
import { call } from '../../../data/call.ts';
import { nameOf } from '../../../data/wearer/wearers.ts';
import { sharingText } from '../../../text/people/sharing.ts';
import { shareLinksQuery } from '../queries.ts';
import { TypedName } from '../typed-name.ts';
import { LinkOnce } from './LinkOnce.tsx';

/** An empty other name is left out. */
const NewLink = z.object({
  name: WearerName,
  scope: z.enum(shareScopes),
  lasts: z.enum(shareTimes),
  alias: TypedName,
});
type NewLink = z.output<typeof NewLink>;

const start = { name: '', scope: 'now', lasts: 'day', alias: '' };

export type ShareLinkFormProps = { wearer: ListedWearer; onClose: () => void };

/** Makes a share link; its address is shown once (PPL-27). */
export function ShareLinkForm({ wearer, onClose }: ShareLinkFormProps) {
  const text = sharingText.links;
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: ({ alias, ...body }: NewLink) =>
      call(makeShareLink, { wearer: wearer.id, body: alias === null ? body : { ...body, alias } }),
    onSuccess: () => client.invalidateQueries(shareLinksQuery(wearer.id)),
  });
  const form = useFormValues<typeof start, NewLink>(NewLink, start, make.error);
  if (make.data) {
    const { name } = make.variables;
    return (
      <LinkOnce link={make.data.link} about={text.ready({ name })} qrLabel={text.qrImage} onDone={onClose} />
    );
  }
  const selectOf = (name: 'scope' | 'lasts') => {
    const { value, onChange } = form.field(name);
    return {
      value,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    };
  };
  return (
    <Inset mt="md">
      <Form form={form} busy={make.isPending} takesFocus onSubmit={make.mutate}>
        <TextField
          {...form.field('name')}
          label={text.name}
          placeholder={text.namePlaceholder}
          autoComplete="off"
          required
          withAsterisk={false}
        />
        <NativeSelect
          {...selectOf('scope')}
          label={text.scope}
          data={shareScopes.map((value) => ({ value, label: text.scopes[value] }))}
        />
        <NativeSelect
          {...selectOf('lasts')}
          label={text.lasts}
          data={shareTimes.map((value) => ({ value, label: text.times[value] }))}
        />
        <TextField
          {...form.field('alias')}
          label={text.alias}
          description={text.aboutAlias({ name: nameOf(wearer) })}
          autoComplete="off"
        />
        <SubmitRow
          label={text.make}
          busy={make.isPending}
          waitsFor={form.values.name.trim() === '' ? text.incomplete : null}
          onCancel={onClose}
        />
      </Form>
    </Inset>
  );
}
