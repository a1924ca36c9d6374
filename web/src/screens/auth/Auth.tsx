import { useState } from "react";
import { PublicPage } from "../../shell/PublicPage.tsx";
import { ForgotPassword } from "./ForgotPassword.tsx";
import { Login } from "./Login.tsx";
import { Register } from "./Register.tsx";

type Mode = "login" | "register" | "forgot-password";

/** Sign in, create an account, or ask for a reset link. */
export function Auth() {
  const [mode, setMode] = useState<Mode>("login");
  const toLogin = () => setMode("login");
  if (mode === "register") {
    return (
      <PublicPage title="Create your account">
        <Register onLogin={toLogin} />
      </PublicPage>
    );
  }
  if (mode === "forgot-password") {
    return (
      <PublicPage title="Forgot password" description="We will mail you a link to choose a new one.">
        <ForgotPassword onLogin={toLogin} />
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Sign in" description="Plan the month, see where the money went.">
      <Login onRegister={() => setMode("register")} onForgot={() => setMode("forgot-password")} />
    </PublicPage>
  );
}
