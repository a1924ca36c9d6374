import { loginBody } from "@coffer/contract/session";
import { fields } from "@coffer/domain/definition/values";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, Suspense, useEffect, useEffectEvent, useState } from "react";
import { optional, pipe, string, transform } from "valibot";
import { hasStatus, refusalOf } from "../../api/api-error.ts";
import type { PasskeyAnswer } from "../../api/passkey-answer.ts";
import { passkeyPlace, useLogin, usePasskeyLogin } from "../../api/session.ts";
import { lazyPart } from "../../loading/lazy.tsx";
import { loadCode } from "../../loading/load-code.ts";
import { PublicPage } from "../../public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { FormError } from "../../ui/base/Field.tsx";
import { Spinner } from "../../ui/base/Loading.tsx";
import { PasswordField } from "../../ui/base/PasswordField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { usePlainForm } from "../../ui/base/use-plain-form.ts";
import { forgetSharedFile } from "../../worker/shared-file.ts";
import "./About.css";

// Most visitors sign in. The other modes and the form library load when their link is hovered or focused.
const register = () => import("./Register.tsx");
const Register = lazyPart(register, "Register");
const forgotPassword = () => import("./ForgotPassword.tsx");
const ForgotPassword = lazyPart(forgotPassword, "ForgotPassword");

const HEADINGS = {
  login: { title: "Sign in" },
  register: { title: "Create your account" },
  "forgot-password": {
    title: "Forgot password",
    description: "We will email you a link to choose a new one.",
  },
};

export function Auth() {
  const { forgot, register: isNew } = useSearch({ from: "/auth" });
  const navigate = useNavigate({ from: "/auth" });
  const mode: keyof typeof HEADINGS = forgot ? "forgot-password" : isNew ? "register" : "login";
  /** In the address, so that Back returns to the sign-in. */
  const open = (chosen: { forgot?: true; register?: true }) =>
    void navigate({ search: ({ next }) => ({ next, ...chosen }), replace: mode !== "login" });
  const toLogin = () => open({});
  // The file was shared after the session ended, so its sender is unknown.
  useEffect(() => void forgetSharedFile(), []);
  return (
    <PublicPage {...HEADINGS[mode]} about={<About />}>
      <Suspense fallback={<Spinner />}>
        {mode === "login" && (
          <Login
            register={{ onClick: () => open({ register: true }), ...onIntent(register) }}
            forgot={{ onClick: () => open({ forgot: true }), ...onIntent(forgotPassword) }}
          />
        )}
        {mode === "register" && <Register onLogin={toLogin} />}
        {mode === "forgot-password" && <ForgotPassword onLogin={toLogin} />}
      </Suspense>
    </PublicPage>
  );
}

function onIntent(load: () => Promise<unknown>) {
  const loadAhead = () => void load().catch(() => {});
  return { onPointerEnter: loadAhead, onFocus: loadAhead };
}

/** The drawing's bars, in percent of the plan; the last one exceeds it. */
const SPENT = [72, 46, 88, 31, 112];
const WORDS = [64, 48, 76, 40, 58];
const WIDTH = 150;

/** Loaded after the form, because it contains all currencies. */
const aboutFigure = () => import("./about-figure.ts");

function About() {
  const [figure, setFigure] = useState("");
  useEffect(() => {
    // If it cannot load, the picture is shown without an amount.
    aboutFigure().then(
      ({ likelyFigure }) => setFigure(likelyFigure()),
      () => {},
    );
  }, []);
  return (
    <>
      <p className="about-line">
        Your household budget: plan the month in a minute, see where the money went, ask any number why.
      </p>
      <svg className="about-picture" viewBox="0 0 320 208" aria-hidden="true">
        <rect className="about-sheet" x="0.5" y="0.5" width="319" height="207" rx="8" />
        <path className="about-rule" d="M20 64h280M20 184h280M20 187h280" />
        <text x="20" y="27" className="about-label">
          To spend
        </text>
        <text x="20" y="52" className="about-figure">
          {figure}
        </text>
        <path className="about-plan" d="M196 52L300 22" />
        <path className="about-line-drawn" d="M196 52l24-5 22-9 20-3 14-8" />
        <circle className="about-now" cx="276" cy="27" r="3.5" />
        {SPENT.map((percent, index) => {
          const y = 84 + index * 20;
          return (
            <g key={percent}>
              <rect className="about-word" x="20" y={y - 3} width={WORDS[index]} height="6" rx="3" />
              <rect className="about-track" x="112" y={y - 4} width={WIDTH} height="8" rx="2" />
              <rect
                className={percent > 100 ? "about-over" : "about-spent"}
                x="112"
                y={y - 4}
                width={(WIDTH * Math.min(percent, 100)) / 100}
                height="8"
                rx="2"
              />
              <rect className="about-word" x="274" y={y - 3} width="26" height="6" rx="3" />
            </g>
          );
        })}
      </svg>
    </>
  );
}

const loginForm = fields({
  ...loginBody.entries,
  rememberMe: pipe(
    optional(string(), ""),
    transform((ticked) => ticked !== ""),
  ),
});

function Login({ register, forgot }: Record<"register" | "forgot", ComponentProps<"button">>) {
  const login = useLogin();
  const { errors, form } = usePlainForm(loginForm, (read) => login.mutate(read));
  const passkey = usePasskeyLogin();
  const { here, elsewhere } = passkeyPlace();
  const [demo] = useState(demoAccount);
  const reply = login.data;
  const codeNeeded = reply && "codeNeeded" in reply ? reply.codeNeeded : undefined;
  const isCodeWrong = codeNeeded !== undefined && Boolean(login.variables?.code);
  // The reply does not tell whether the address or the password is wrong (docs/promises.md, S4).
  const isRefused = hasStatus(login.error, 401);
  useFieldPasskey(here, (answer) => passkey.mutate({ answer, rememberMe: false }));
  return (
    <form className="fields" {...form}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        error={errors.password ?? (isRefused ? "Email or password is wrong" : undefined)}
      />
      {codeNeeded !== undefined && (
        <TextField
          label="Code"
          name="code"
          hint="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          // The code is typed next.
          autoFocus
          error={isCodeWrong ? codeNeeded : undefined}
        />
      )}
      <div className="split">
        <CheckboxField label="Remember me" name="rememberMe" />
        <button type="button" className="text-button" {...forgot}>
          Forgot password?
        </button>
      </div>
      <FormError>{isRefused ? undefined : refusalOf(login.error)}</FormError>
      <Button type="submit" fullWidth pending={login.isPending} pendingLabel="Signing in...">
        Sign in
      </Button>
      {here && (
        <Button
          variant="secondary"
          fullWidth
          pending={passkey.isPending}
          onClick={() => passkey.mutate({ rememberMe: false })}
        >
          Sign in with a passkey
        </Button>
      )}
      {elsewhere && (
        <a className="text-button" href={`${elsewhere}/auth`}>
          Sign in with a passkey at {new URL(elsewhere).host}
        </a>
      )}
      {demo && (
        <Button
          variant="secondary"
          fullWidth
          pending={login.isPending && login.variables.email === demo.email}
          onClick={() => login.mutate({ ...demo, rememberMe: false })}
        >
          Try the demo household
        </Button>
      )}
      <button type="button" className="text-button" {...register}>
        Create a new account
      </button>
    </form>
  );
}

/** Offers passkeys in the email field. Starts after the form is shown, since it loads more code. */
function useFieldPasskey(here: boolean, use: (answer: PasskeyAnswer) => void) {
  const onAnswer = useEffectEvent(use);
  useEffect(() => {
    if (!here) return;
    const timer = setTimeout(async () => {
      const { answerFromField } = await loadCode(() => import("../../api/passkey-answer.ts"));
      const answer = await answerFromField();
      if (answer) onAnswer(answer);
    }, OFFER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [here]);
}

const OFFER_AFTER_MS = 3_000;

/** The demo household's sign-in, which the local server writes into the page's head; undefined elsewhere. */
function demoAccount(): { email: string; password: string } | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="coffer-demo"]')?.content;
  const [email, password] = content?.split(" ") ?? [];
  return email && password ? { email, password } : undefined;
}
