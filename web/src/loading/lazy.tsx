import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, Suspense, use, useState } from "react";
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";
import { LoadingBar } from "../ui/base/Loading.tsx";
import { forgetFailedFiles, loadCode } from "./load-code.ts";
import "./PartFailure.css";

/**
 * Loads a screen when it is first used. If that fails, the router reloads the page once, because a new version may have
 * been deployed. While the server is unreachable a reload would lose the page, so the error is shown instead.
 */
export const lazyComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await loadCode(load);
    } catch (error) {
      if (!(await isServerReachable())) throw new ServerGone("The server did not answer", { cause: error });
      throw error;
    }
  }, name);

/**
 * Loads a part of a screen, such as a dialog, when it is first used. If that fails, the screen keeps what was typed and
 * shows the failure.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): ComponentType<Module[Name] extends (props: infer Props) => ReactNode ? Props : never>;
export function lazyPart<Module extends Record<Name, ComponentType>, Name extends string>(
  load: () => Promise<Module>,
  name: Name,
): ComponentType {
  let Loaded: ComponentType | undefined;
  let loading: Promise<ComponentType | undefined> | undefined;
  const tryLoading = async () => {
    Loaded = await loadCode(load).then(
      (module: Module) => module[name],
      () => undefined,
    );
    return Loaded;
  };
  return function Part(props: object) {
    const [isTriedAgain, setTriedAgain] = useState(false);
    if (!Loaded) loading ??= tryLoading();
    const Component = Loaded ?? (loading && use(loading));
    if (Component) return <Component {...props} />;
    if (isTriedAgain) return <PartFailedAgain />;
    const tryAgain = () => {
      loading = undefined;
      setTriedAgain(true);
    };
    return <PartFailure onRetry={tryAgain} />;
  };
}

const PartFailure = ({ onRetry }: { onRetry: () => void }) => (
  <Failure action="Try again" onAction={onRetry}>
    A part of this page could not be loaded. What you typed is still here.
  </Failure>
);

/** A file that several parts share stays failed until the page is reloaded. */
const PartFailedAgain = () => (
  <Failure action="Load the page again" onAction={reload}>
    A part of this page could not be loaded, again. Save what you typed here before you load the page again.
  </Failure>
);

type FailureProps = { action: string; onAction: () => void; children: string };

function Failure({ action, onAction, children }: FailureProps) {
  return (
    <div className="part-failure">
      <Banner
        action={
          <Button size="small" onClick={onAction}>
            {action}
          </Button>
        }
      >
        {children}
      </Banner>
    </div>
  );
}

/** Code could not be loaded because the server cannot be reached. */
export class ServerGone extends Error {
  override readonly name = "ServerGone";
}

export async function reload(): Promise<void> {
  await forgetFailedFiles();
  location.reload();
}

export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Shows one dialog at a time over the screen. `open` passes it the function that closes it; it may be lazy. */
export function useDialog() {
  const [shown, setShown] = useState<ReactNode>(null);
  const close = () => setShown(null);
  return {
    open: (dialog: (close: () => void) => ReactNode) => setShown(dialog(close)),
    dialog: <Suspense fallback={<LoadingBar />}>{shown}</Suspense>,
  };
}
