import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';

/** The token of each button color. The text colors differ between light and dark, which Mantine cannot derive. */
const colorTokens: Readonly<Record<string, string>> = { tealight: 'accent', red: 'danger' };

const variants: Readonly<
  Record<string, (token: string) => { background: string; hover: string; color: string }>
> = {
  filled: (token) => ({
    background: `var(--tl-${token})`,
    hover: `color-mix(in srgb, var(--tl-${token}) 88%, var(--tl-ink))`,
    color: `var(--tl-${token}-ink)`,
  }),
  light: (token) => ({
    background: `var(--tl-${token}-soft)`,
    hover: `color-mix(in srgb, var(--tl-${token}-soft) 82%, var(--tl-${token}))`,
    color: `var(--tl-${token}-soft-ink)`,
  }),
};

/** The colors of a Mantine variant, from the design tokens where there are some. */
export const variantColors: VariantColorsResolver = (input) => {
  const defaults = defaultVariantColorsResolver(input);
  const token = colorTokens[input.color ?? input.theme.primaryColor];
  const variant = variants[input.variant];
  return token && variant ? { ...defaults, ...variant(token), border: '1px solid transparent' } : defaults;
};
