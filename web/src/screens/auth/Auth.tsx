import { useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { PublicPage } from "../../public/PublicPage.tsx";
import { Spinner } from "../../ui/base/Spinner.tsx";
import { About } from "./About.tsx";
import { Login } from "./Login.tsx";

// Most visitors sign in. The other modes and the form library load when their link is hovered or focused.
const register = () => import("./Register.tsx");
const Register = lazy(async () => ({ default: (await register()).Register }));
const forgotPassword = () => import("./ForgotPassword.tsx");
const ForgotPassword = lazy(async () => ({ default: (await forgotPassword()).ForgotPassword }));

const HEADINGS = {
  login: { title: "Sign in" },
  register: { title: "Create your account" },
  "forgot-password": {
    title: "Forgot password",
    description: "We will email you a link to choose a new one.",
  },
};

export function Auth() {
  const { forgot } = useSearch({ from: "/auth" });
  const [mode, setMode] = useState<keyof typeof HEADINGS>(forgot ? "forgot-password" : "login");
  const toLogin = () => setMode("login");
  return (
    <PublicPage {...HEADINGS[mode]} about={<About />}>
      <Suspense fallback={<Spinner />}>
        {mode === "login" && (
          <Login
            register={{ onClick: () => setMode("register"), ...onIntent(register) }}
            forgot={{ onClick: () => setMode("forgot-password"), ...onIntent(forgotPassword) }}
          />
        )}
        {mode === "register" && <Register onLogin={toLogin} />}
        {mode === "forgot-password" && <ForgotPassword onLogin={toLogin} />}
      </Suspense>
    </PublicPage>
  );
}

function onIntent(load: () => unknown) {
  return { onPointerEnter: load, onFocus: load };
}
