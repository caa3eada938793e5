import { Button, createTheme, type MantineColorsTuple } from '@mantine/core';
import { FocusKeepingButton } from '../../components/focus/FocusKeepingButton.tsx';
import { variantColors } from './variant-colors.ts';

/** Teal: #087f6f on light and #3fc7b0 on dark backgrounds, both with the text contrast of WCAG AA. */
const tealight: MantineColorsTuple = [
  '#e3f3f0',
  '#c5e8e1',
  '#96d8cb',
  '#66cdb9',
  '#3fc7b0',
  '#25a894',
  '#138f7d',
  '#087f6f',
  '#06695c',
  '#045247',
];

const dark: MantineColorsTuple = [
  '#e8f1ef',
  '#c2d1ce',
  '#9db0ac',
  '#5b6f6b',
  '#2b3c39',
  '#1f2d2b',
  '#14201e',
  '#0f1917',
  '#0b1413',
  '#070d0c',
];

const font = "Poppins, 'Poppins fallback', system-ui, sans-serif";

const field = { size: 'md', styles: { label: { fontSize: '0.875rem', marginBottom: 4 } } };

export const theme = createTheme({
  primaryColor: 'tealight',
  primaryShade: { light: 7, dark: 4 },
  colors: { tealight, dark },
  variantColorResolver: variantColors,
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '8px', md: '12px', lg: '18px', xl: '24px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    UnstyledButton: { defaultProps: { component: FocusKeepingButton } },
    Button: Button.extend({ defaultProps: { size: 'md' }, styles: { root: { fontWeight: 500 } } }),
    TextInput: { defaultProps: field },
    PasswordInput: { defaultProps: field },
    NativeSelect: { defaultProps: field },
    Select: { defaultProps: field },
    Switch: { defaultProps: { size: 'md' } },
    Input: { defaultProps: { size: 'md' } },
    // Those below the view wait for hours: moving, they would have the browser draw all the time.
    Skeleton: { defaultProps: { animate: false } },
  },
});
