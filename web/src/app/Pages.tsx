import { Navigate, Route, Routes } from 'react-router';
import { paths } from '../paths.ts';
import { ForVisitors, ForWearers, MovedTo } from './guards.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import * as pages from './pages.ts';
import { SignUpFrame } from './SignUpFrame.tsx';

/** Every route of the app; what is unknown leads to the dashboard, as `/dashboard` does. */
export function Pages() {
  return (
    <Routes>
      <Route element={<PublicFrame />}>
        <Route element={<ForVisitors />}>
          <Route path={paths.login} element={<pages.LoginPage />} />
          <Route path={paths.signInLink} element={<pages.SignInLinkPage />} />
        </Route>
        <Route path={paths.notMe} element={<pages.NotMePage />} />
        <Route path={paths.forgotPassword} element={<pages.ForgotPasswordPage />} />
        <Route path={paths.resetPassword} element={<pages.ResetPasswordPage />} />
        <Route path={`${paths.help}/:topic`} element={<pages.HelpPage />} />
      </Route>
      <Route element={<SignUpFrame />}>
        <Route element={<ForVisitors />}>
          <Route path={paths.signUp} element={<pages.SignUpPage />} />
          <Route path={paths.signUpLogin} element={<pages.LoginPage />} />
        </Route>
        <Route path={paths.confirmEmail} element={<pages.ConfirmEmailPage />} />
        <Route element={<ForWearers />}>
          <Route path={paths.connectionSetup} element={<pages.ConnectionSetupPage />} />
          <Route path={paths.rangeSetup} element={<pages.RangeSetupPage />} />
        </Route>
      </Route>
      <Route element={<ForWearers />}>
        <Route element={<pages.Shell />}>
          <Route path={paths.dashboard} element={<pages.DashboardPage />} />
          <Route path={paths.account} element={<pages.AccountPage />} />
          <Route path={paths.security} element={<pages.SecurityPage />} />
          <Route path={paths.support} element={<pages.SupportPage />} />
        </Route>
      </Route>
      <Route path="/login/confirm-email" element={<MovedTo path={paths.confirmEmail} />} />
      <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
    </Routes>
  );
}
