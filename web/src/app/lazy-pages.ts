import type { ComponentType } from 'react';
import { lazyComponent } from '../components/loading/lazy-component.tsx';
import { trackLoading } from './page-loading.ts';

type Module<Name extends string> = Record<Name, ComponentType>;

/** A page that is loaded as a chunk of its own. */
const lazyPage = <Name extends string>(load: () => Promise<Module<Name>>, name: Name) =>
  lazyComponent(async () => (await trackLoading(load()))[name]);

const signedInPages = () => import('./signed-in-pages.ts');

/** A lazy page of the signed-in wearer outside the shell, with the styles of the signed-in pages. */
const lazySetupPage = <Name extends string>(load: () => Promise<Module<Name>>, name: Name) =>
  lazyPage(async () => (await Promise.all([load(), signedInPages()]))[0], name);

export const LoginPage = lazyPage(() => import('../features/sign-in/LoginPage.tsx'), 'LoginPage');
export const SignInLinkPage = lazyPage(
  () => import('../features/sign-in/SignInLinkPage.tsx'),
  'SignInLinkPage',
);
export const SignUpPage = lazyPage(() => import('../features/sign-up/SignUpPage.tsx'), 'SignUpPage');
export const ConfirmEmailPage = lazyPage(
  () => import('../features/sign-up/ConfirmEmailPage.tsx'),
  'ConfirmEmailPage',
);
export const NotMePage = lazyPage(() => import('../features/sign-up/NotMePage.tsx'), 'NotMePage');
export const ForgotPasswordPage = lazyPage(
  () => import('../features/sign-in/ForgotPasswordPage.tsx'),
  'ForgotPasswordPage',
);
export const ResetPasswordPage = lazyPage(
  () => import('../features/sign-in/ResetPasswordPage.tsx'),
  'ResetPasswordPage',
);
export const HelpPage = lazyPage(() => import('../features/help/HelpPage.tsx'), 'HelpPage');
export const Shell = lazyPage(signedInPages, 'Shell');
export const SetupPages = lazyPage(signedInPages, 'SetupPages');
export const ConnectionSetupPage = lazySetupPage(
  () => import('../features/connect-source/ConnectionSetupPage.tsx'),
  'ConnectionSetupPage',
);
export const RangeSetupPage = lazySetupPage(
  () => import('../features/range/RangeSetupPage.tsx'),
  'RangeSetupPage',
);
export const DashboardPage = lazyPage(signedInPages, 'DashboardPage');
export const AccountPage = lazyPage(() => import('../features/account/AccountPage.tsx'), 'AccountPage');
export const SecurityPage = lazyPage(() => import('../features/security/SecurityPage.tsx'), 'SecurityPage');
export const SupportPage = lazyPage(() => import('../features/help/SupportPage.tsx'), 'SupportPage');
export const AlarmsPage = lazyPage(() => import('../features/alarms/AlarmsPage.tsx'), 'AlarmsPage');
export const AlarmPage = lazyPage(() => import('../features/alarms/full-screen/AlarmPage.tsx'), 'AlarmPage');
export const PeoplePage = lazyPage(() => import('../features/people/PeoplePage.tsx'), 'PeoplePage');
export const WearerPage = lazyPage(() => import('../features/people/WearerPage.tsx'), 'WearerPage');
export const JoinPage = lazyPage(() => import('../features/join/JoinPage.tsx'), 'JoinPage');
export const SharePage = lazyPage(() => import('../features/share-page/SharePage.tsx'), 'SharePage');
