import { createRoutesFromElements, Navigate, Route } from 'react-router';
import { managePath, paths } from '../paths.ts';
import { PublicFrame } from './frames/PublicFrame.tsx';
import { SignUpFrame } from './frames/SignUpFrame.tsx';
import { RedirectTo, SignedInRoute, SignedOutRoute, ToWearer } from './guards.tsx';
import * as pages from './lazy-pages.ts';

/** Every route of the app; an unknown path redirects to the dashboard, as `/dashboard` does. */
export const routes = createRoutesFromElements(
  <>
    <Route element={<PublicFrame />}>
      <Route element={<SignedOutRoute />}>
        <Route path={paths.login} element={<pages.LoginPage />} />
        <Route path={paths.signInLink} element={<pages.SignInLinkPage />} />
      </Route>
      <Route path={paths.notMe} element={<pages.NotMePage />} />
      <Route path={paths.forgotPassword} element={<pages.ForgotPasswordPage />} />
      <Route path={paths.resetPassword} element={<pages.ResetPasswordPage />} />
      <Route path={`${paths.help}/:topic`} element={<pages.HelpPage />} />
      <Route path={paths.join} element={<pages.JoinPage />} />
    </Route>
    <Route element={<SignUpFrame />}>
      <Route element={<SignedOutRoute />}>
        <Route path={paths.signUp} element={<pages.SignUpPage />} />
        <Route path={paths.signUpLogin} element={<pages.LoginPage />} />
      </Route>
      <Route path={paths.confirmEmail} element={<pages.ConfirmEmailPage />} />
      <Route element={<SignedInRoute />}>
        <Route element={<pages.SetupPages />}>
          <Route path={paths.connectionSetup} element={<pages.ConnectionSetupPage />} />
          <Route path={paths.rangeSetup} element={<pages.RangeSetupPage />} />
        </Route>
      </Route>
    </Route>
    <Route element={<SignedInRoute />}>
      <Route element={<pages.Shell />}>
        <Route path={paths.dashboard} element={<pages.DashboardPage />} />
        <Route path={paths.account} element={<pages.AccountPage />} />
        <Route path={paths.security} element={<pages.SecurityPage />} />
        <Route path={paths.support} element={<pages.SupportPage />} />
        <Route path={paths.alarms} element={<pages.AlarmsPage />} />
        <Route path={paths.people} element={<pages.PeoplePage />} />
        <Route path={managePath(':id')} element={<pages.WearerPage />} />
      </Route>
    </Route>
    <Route path={paths.alarm} element={<pages.AlarmPage />} />
    <Route path={paths.share} element={<pages.SharePage />} />
    <Route path="/login/confirm-email" element={<RedirectTo path={paths.confirmEmail} />} />
    <Route path="/w/:wearer/*" element={<ToWearer />} />
    <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
  </>,
);
