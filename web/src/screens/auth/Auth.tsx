import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../../loading/lazy.tsx";
import { PublicPage } from "../../public/PublicPage.tsx";
import { Spinner } from "../../ui/base/Loading.tsx";
import { forgetSharedFile } from "../../worker/shared-file.ts";
import { Login } from "./Login.tsx";
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
  // It was shared after the session ended, so its sender is unknown.
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

/** In percent of the plan, as the drawing's bars; the last one is over it. */
const SPENT = [72, 46, 88, 31, 112];
const WORDS = [64, 48, 76, 40, 58];
const WIDTH = 150;

/** Loaded behind the form: it knows the currencies of the world. */
const aboutFigure = () => import("./about-figure.ts");

function About() {
  const [figure, setFigure] = useState("");
  useEffect(() => {
    // The picture says enough without it.
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
