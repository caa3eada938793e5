import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';

/** The two colours that buttons speak in; their inks change with light and dark, which the kit cannot know by itself. */
const voices: Readonly<Record<string, string>> = { tealight: 'accent', red: 'danger' };

const looks: Readonly<
  Record<string, (voice: string) => { background: string; hover: string; color: string }>
> = {
  filled: (voice) => ({
    background: `var(--tl-${voice})`,
    hover: `color-mix(in srgb, var(--tl-${voice}) 88%, var(--tl-ink))`,
    color: `var(--tl-${voice}-ink)`,
  }),
  light: (voice) => ({
    background: `var(--tl-${voice}-soft)`,
    hover: `color-mix(in srgb, var(--tl-${voice}-soft) 82%, var(--tl-${voice}))`,
    color: `var(--tl-${voice}-soft-ink)`,
  }),
};

/** The kit's colours of a variant, in the tokens of the house where it has them. */
export const variantColors: VariantColorsResolver = (input) => {
  const kit = defaultVariantColorsResolver(input);
  const voice = voices[input.color ?? input.theme.primaryColor];
  const look = looks[input.variant];
  return voice && look ? { ...kit, ...look(voice), border: '1px solid transparent' } : kit;
};
