import type { ComponentType } from 'react';

type Module<Name extends string> = Record<Name, ComponentType>;

/** A page in a chunk of its own. */
const page =
  <Name extends string>(load: () => Promise<Module<Name>>, name: Name) =>
  async () => ({ Component: (await load())[name] });

export const pages = {
  login: page(() => import('../pages/login/LoginPage.tsx'), 'LoginPage'),
  signUp: page(() => import('../pages/sign-up/SignUpPage.tsx'), 'SignUpPage'),
  confirmEmail: page(() => import('../pages/confirm-email/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
  forgotPassword: page(() => import('../pages/forgot-password/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  resetPassword: page(() => import('../pages/reset-password/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  connectionSetup: page(
    () => import('../pages/connection-setup/ConnectionSetupPage.tsx'),
    'ConnectionSetupPage',
  ),
  rangeSetup: page(() => import('../pages/range-setup/RangeSetupPage.tsx'), 'RangeSetupPage'),
  dashboard: page(() => import('../pages/dashboard/DashboardPage.tsx'), 'DashboardPage'),
  account: page(() => import('../pages/account/AccountPage.tsx'), 'AccountPage'),
  security: page(() => import('../pages/security/SecurityPage.tsx'), 'SecurityPage'),
  support: page(() => import('../pages/support/SupportPage.tsx'), 'SupportPage'),
  help: page(() => import('../pages/help/HelpPage.tsx'), 'HelpPage'),
  shell: page(() => import('./Shell.tsx'), 'Shell'),
};
