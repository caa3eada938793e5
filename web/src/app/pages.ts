import { type ComponentType, lazy } from 'react';
import { waitFor } from './opening.ts';

type Module<Name extends string> = Record<Name, ComponentType>;

/** A page in a chunk of its own. */
const page = <Name extends string>(load: () => Promise<Module<Name>>, name: Name) =>
  lazy(async () => ({ default: (await waitFor(load()))[name] }));

/** A page of the signed-in wearer, with the styles that only those need. */
const inside = <Name extends string>(load: () => Promise<Module<Name>>, name: Name) =>
  page(async () => (await Promise.all([load(), import('./inside-styles.ts')]))[0], name);

export const LoginPage = page(() => import('../pages/login/LoginPage.tsx'), 'LoginPage');
export const SignInLinkPage = page(() => import('../pages/login/SignInLinkPage.tsx'), 'SignInLinkPage');
export const SignUpPage = page(() => import('../pages/sign-up/SignUpPage.tsx'), 'SignUpPage');
export const ConfirmEmailPage = page(
  () => import('../pages/confirm-email/ConfirmEmailPage.tsx'),
  'ConfirmEmailPage',
);
export const NotMePage = page(() => import('../pages/confirm-email/NotMePage.tsx'), 'NotMePage');
export const ForgotPasswordPage = page(
  () => import('../pages/forgot-password/ForgotPasswordPage.tsx'),
  'ForgotPasswordPage',
);
export const ResetPasswordPage = page(
  () => import('../pages/reset-password/ResetPasswordPage.tsx'),
  'ResetPasswordPage',
);
export const HelpPage = page(() => import('../pages/help/HelpPage.tsx'), 'HelpPage');
export const Shell = inside(() => import('./Shell.tsx'), 'Shell');
export const ConnectionSetupPage = inside(
  () => import('../pages/connection-setup/ConnectionSetupPage.tsx'),
  'ConnectionSetupPage',
);
export const RangeSetupPage = inside(
  () => import('../pages/range-setup/RangeSetupPage.tsx'),
  'RangeSetupPage',
);
export const DashboardPage = inside(() => import('../pages/dashboard/DashboardPage.tsx'), 'DashboardPage');
export const AccountPage = inside(() => import('../pages/account/AccountPage.tsx'), 'AccountPage');
export const SecurityPage = inside(() => import('../pages/security/SecurityPage.tsx'), 'SecurityPage');
export const SupportPage = inside(() => import('../pages/support/SupportPage.tsx'), 'SupportPage');
