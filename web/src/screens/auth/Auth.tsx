import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { PublicPage } from "../../shell/public/PublicPage.tsx";
import { Spinner } from "../../ui/base/Spinner.tsx";
import { About } from "./About.tsx";
import { Login } from "./Login.tsx";

// Most visitors sign in. The other modes and the form library load when their link is hovered or focused.
const register = () => import("./Register.tsx");
const Register = lazy(async () => ({ default: (await register()).Register }));
const forgotPassword = () => import("./ForgotPassword.tsx");
const ForgotPassword = lazy(async () => ({ default: (await forgotPassword()).ForgotPassword }));

type Mode = "login" | "register" | "forgot-password";

export function Auth() {
  const { forgot } = useSearch({ from: "/auth" });
  const [mode, setMode] = useState<Mode>(forgot ? "forgot-password" : "login");
  const toLogin = () => setMode("login");
  if (mode === "register") {
    return (
      <PublicPage title="Create your account" about={<About />}>
        <Suspense fallback={<Spinner />}>
          <Register onLogin={toLogin} />
        </Suspense>
      </PublicPage>
    );
  }
  if (mode === "forgot-password") {
    return (
      <PublicPage
        title="Forgot password"
        description="We will email you a link to choose a new one."
        about={<About />}
      >
        <Suspense fallback={<Spinner />}>
          <ForgotPassword onLogin={toLogin} />
        </Suspense>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Sign in" about={<About />}>
      <Login
        register={{ onClick: () => setMode("register"), ...onIntent(register) }}
        forgot={{ onClick: () => setMode("forgot-password"), ...onIntent(forgotPassword) }}
      />
    </PublicPage>
  );
}

function onIntent(load: () => unknown) {
  return { onPointerEnter: load, onFocus: load };
}
