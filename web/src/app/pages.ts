import type { ComponentType } from 'react';

type Module<Name extends string> = Record<Name, ComponentType>;

/** A page in a chunk of its own. */
const page =
  <Name extends string>(load: () => Promise<Module<Name>>, name: Name) =>
  async () => ({ Component: (await load())[name] });

/** A page of the signed-in wearer, with the styles that only those need. */
const inside = <Name extends string>(load: () => Promise<Module<Name>>, name: Name) =>
  page(async () => (await Promise.all([load(), import('./inside-styles.ts')]))[0], name);

export const pages = {
  login: page(() => import('../pages/login/LoginPage.tsx'), 'LoginPage'),
  signUp: page(() => import('../pages/sign-up/SignUpPage.tsx'), 'SignUpPage'),
  confirmEmail: page(() => import('../pages/confirm-email/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
  forgotPassword: page(() => import('../pages/forgot-password/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  resetPassword: page(() => import('../pages/reset-password/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  connectionSetup: inside(
    () => import('../pages/connection-setup/ConnectionSetupPage.tsx'),
    'ConnectionSetupPage',
  ),
  rangeSetup: inside(() => import('../pages/range-setup/RangeSetupPage.tsx'), 'RangeSetupPage'),
  dashboard: inside(() => import('../pages/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  account: inside(() => import('../pages/account/AccountPage.tsx'), 'AccountPage'),
  security: inside(() => import('../pages/security/SecurityPage.tsx'), 'SecurityPage'),
  support: inside(() => import('../pages/support/SupportPage.tsx'), 'SupportPage'),
  help: page(() => import('../pages/help/HelpPage.tsx'), 'HelpPage'),
  shell: inside(() => import('./Shell.tsx'), 'Shell'),
};
