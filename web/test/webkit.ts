import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type APIRequestContext,
  type BrowserContext,
  type Locator,
  request as requests,
} from "playwright-core";
import { leaveOut } from "./lacks.ts";
import { elementId, type Session, startSession } from "./webkit-driver.ts";
import { isAddress, type Network, startNetwork, type Wanted } from "./webkit-network.ts";

/**
 * Windows of an installed WebKitGTK with the part of Playwright's API that our tests use and WebDriver can do.
 * Playwright's own code finds the locators in the page. A test that needs more is skipped; the summary says why.
 */
export async function openWebKitWindow(options: Options): Promise<BrowserContext> {
  const scripts: string[] = [];
  const [session, network] = await Promise.all([
    startSession(options.timeZone),
    startNetwork(options.baseURL, scripts, options.installs),
  ]);
  const userAgent = await session.post("/execute/sync", { script: "return navigator.userAgent", args: [] });
  const api = await requests.newContext({ baseURL: options.baseURL, userAgent });
  const context: Context = {
    ...options,
    session,
    userAgent,
    api,
    network,
    scripts,
    current: "",
    pages: new Map(),
    window: {},
  };
  await resize(session, options.viewport);
  const call =
    (method: "get" | "post" | "put" | "patch" | "delete" | "fetch") =>
    async (path: string, options?: object) => {
      await takeCookies(context);
      const reply = await context.api[method](path, options);
      await giveCookies(context);
      return reply;
    };
  const window = {
    request: orLeaveOut(
      {
        get: call("get"),
        post: call("post"),
        put: call("put"),
        patch: call("patch"),
        delete: call("delete"),
        fetch: call("fetch"),
      },
      "context.request",
    ),
    setDefaultTimeout() {},
    addInitScript: async (script: string) => void scripts.push(script),
    newPage: () => newPage(context),
    waitForEvent: () => leaveOut("event of a page that another opened"),
    ...routesOf(network),
    async setOffline(offline: boolean) {
      await network.setOffline(offline);
      const state = `Object.defineProperty(navigator, "onLine", { value: ${!offline}, configurable: true });`;
      scripts.push(state);
      for (const page of context.pages.values())
        await page.evaluate(`${state} dispatchEvent(new Event("${offline ? "offline" : "online"}"));`);
    },
    async cookies() {
      await takeCookies(context);
      return (await context.api.storageState()).cookies;
    },
    async clearCookies(only?: { name?: RegExp }) {
      await takeCookies(context);
      const { cookies } = await context.api.storageState();
      await session.delete("/cookie").catch(() => {});
      await keepCookies(
        context,
        cookies.filter(({ name }) => only?.name && !only.name.test(name)),
      );
      await giveCookies(context);
    },
    async close() {
      await session.end();
      network.close();
      await context.api.dispose();
    },
  };
  context.window = orLeaveOut(window, "context");
  return context.window as unknown as BrowserContext;
}

type Options = {
  baseURL: string;
  viewport: { width: number; height: number };
  dark: boolean;
  installs: boolean;
  timeZone: string | undefined;
};
type Cookie = Awaited<ReturnType<APIRequestContext["storageState"]>>["cookies"][number];
type Context = Options & {
  session: Session;
  userAgent: string;
  api: APIRequestContext;
  network: Network;
  /** They run before those of each page. */
  scripts: string[];
  /** The window that gets the commands. */
  current: string;
  pages: Map<string, { evaluate: (script: string) => Promise<unknown> }>;
  /** The window that stays open after the last page: the browser ends without windows. */
  spare?: string | undefined;
  /** The parts of `window` that tests use. */
  window: { request?: object };
};

const TIMEOUT_MS = 30_000;
const STEP_MS = 50;

/** Skips a test that needs a method which the object lacks. */
function orLeaveOut<T extends object>(object: T, name: string): T {
  return new Proxy(object, {
    get: (target, key) =>
      Reflect.has(target, key) || typeof key === "symbol" || key === "then"
        ? Reflect.get(target, key)
        : () => leaveOut(`${name}.${key}`),
  });
}

const LATER: Record<string, string> = {
  dialog: "question before a page is left, which it answers by itself",
  download: "event of a saved file",
};

/** Playwright's code for pages of any browser: it finds elements, reads their state and sets the clock. */
const BUNDLE = readFileSync(createRequire(import.meta.url).resolve("playwright-core/lib/coreBundle"), "utf8");
function bundled(name: string): string {
  const start = BUNDLE.indexOf(`src/generated/${name}.ts"`);
  const [, quoted = ""] = /\bsource\d* = ('(?:[^'\\]|\\.)*')/.exec(BUNDLE.slice(start)) ?? [];
  return new Function(`return ${quoted}`)();
}
const SETTINGS = {
  isUnderTest: false,
  sdkLanguage: "javascript",
  testIdAttributeName: "data-testid",
  stableRafCount: 1,
  browserName: "webkit",
  shouldPrependErrorPrefix: false,
  isUtilityWorld: false,
  customEngines: [],
};
const FINDER = `const module = {};
${bundled("injectedScriptSource")}
window.playwrightFinder = new (module.exports.InjectedScript())(window, ${JSON.stringify(SETTINGS)});`;

const CLOCK = `const module = {};
${bundled("clockSource")}
globalThis.__pwClock ??= module.exports.inject()(globalThis, "webkit");`;

const routesOf = ({ route, unroute, unrouteAll }: Network) => ({
  route: async (...call: Parameters<Network["route"]>) => void route(...call),
  unroute: async (wanted: Wanted) => unroute(wanted),
  unrouteAll: async () => unrouteAll(),
});

async function newPage(context: Context) {
  const { session, network } = context;
  const handle: string =
    context.pages.size > 0
      ? (await session.post("/window/new", { type: "window" })).handle
      : (context.spare ?? (await session.get("/window")));
  const use = async () => {
    if (context.current !== handle) await session.post("/window", { handle });
    context.current = handle;
  };
  const script = async <T>(body: string, ...args: unknown[]): Promise<T> => {
    await use();
    return session.post("/execute/sync", { script: body, args });
  };
  let address = "about:blank";
  /** Called when this page closes. */
  const atClose: (() => void)[] = [];
  /** The document may be a new one. */
  const inPage = async <T>(body: string, ...args: unknown[]): Promise<T> => {
    if (!(await script("return 'playwrightFinder' in window"))) await script(FINDER);
    const [value, href] = await script<[T, string]>(
      `const [injected, all] = [window.playwrightFinder, arguments];
      return (async () => [await (async function () { ${body} }).apply(null, all), location.href])();`,
      ...args,
    );
    address = href;
    return value;
  };
  const until = async <T>(
    attempt: () => Promise<T | undefined>,
    what: string,
    ms = TIMEOUT_MS,
  ): Promise<T> => {
    const end = Date.now() + ms;
    let last: unknown;
    while (Date.now() < end) {
      const found = await attempt().catch((error: unknown) => {
        last = error;
        return undefined;
      });
      if (found !== undefined && found !== false) return found;
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    const reason = last instanceof Error ? `, ${last.message}` : "";
    throw new Error(`${what}: not within ${ms} ms${reason}`, { cause: last });
  };
  const absolute = (url: string) => new URL(url, network.url).href;
  const isAt = (wanted: Wanted) => async () =>
    isAddress(await page.evaluate<string>("location.href"), wanted, network.url);
  const keys = async (actions: object[]) => {
    await use();
    await session.post("/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };
  const pointer = async (actions: object[]) => {
    await use();
    const parameters = { pointerType: "mouse" };
    await session.post("/actions", { actions: [{ type: "pointer", id: "mouse", parameters, actions }] });
  };
  const move = (x: number, y: number) => ({
    type: "pointerMove",
    x: Math.round(x),
    y: Math.round(y),
    duration: 0,
  });
  const [down, up] = [
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  const locate = (selector: string): WebKitLocator =>
    locatorOf(selector, { inPage, until, keys, pointer, move, use, context, page: (): object => page });
  const load = async (go: () => Promise<unknown>) => {
    await use();
    await go();
    await inPage("return true");
    address = await page.evaluate<string>("location.href");
    return { status: network.status };
  };
  const clock = async (command: string, ...parameters: number[]) => {
    if (!context.scripts.includes(CLOCK)) {
      context.scripts.push(CLOCK);
      await page.evaluate(CLOCK);
    }
    const noted = [JSON.stringify(command), Date.now(), ...parameters];
    context.scripts.push(`__pwClock.controller.log(${noted})`);
    await page.evaluate(`return __pwClock.controller.${command}(${parameters})`);
  };
  const page = {
    ...findersOf("", locate),
    locator: (css: string, filter: Filter = {}) => locate(`css=${css}`).filter(filter),
    context: () => context.window,
    request: context.window.request,
    keyboard: orLeaveOut(
      {
        press: (key: string) => keys(pressing(key)),
        type: (text: string) => keys([...text].flatMap((key) => pressing(key))),
        insertText: (text: string) => inPage('document.execCommand("insertText", false, arguments[0])', text),
        down: (key: string) => keys([{ type: "keyDown", value: KEYS[key] ?? key }]),
        up: (key: string) => keys([{ type: "keyUp", value: KEYS[key] ?? key }]),
      },
      "page.keyboard",
    ),
    mouse: orLeaveOut(
      {
        move: (x: number, y: number) => pointer([move(x, y)]),
        down: () => pointer([down]),
        up: () => pointer([up]),
        click: (x: number, y: number) => pointer([move(x, y), down, up]),
        dblclick: (x: number, y: number) => pointer([move(x, y), down, up, down, up]),
      },
      "page.mouse",
    ),
    on: (event: string, listener: (about: never) => void) =>
      /^(pageerror|console|request|response|dialog)$/.test(event)
        ? network.on(event, listener)
        : leaveOut(`page.on("${event}")`),
    // Listeners stay: each belongs to one test.
    off: () => {},
    waitForEvent: (event: string) => leaveOut(LATER[event] ?? `page.waitForEvent("${event}")`),
    waitForRequest: (wanted: Wanted<never>) => network.waitFor("request", wanted),
    waitForResponse: (wanted: Wanted<never>) => network.waitFor("response", wanted),
    ...routesOf(network),
    route: async (...call: Parameters<Network["route"]>) => void atClose.push(network.route(...call)),
    url: () => address,
    clock: orLeaveOut(
      {
        install: ({ time }: { time?: string | number } = {}) => clock("install", msOf(time ?? Date.now())),
        setFixedTime: (time: string | number) => clock("setFixedTime", msOf(time)),
        setSystemTime: (time: string | number) => clock("setSystemTime", msOf(time)),
        pauseAt: (time: string | number) => clock("pauseAt", msOf(time)),
        resume: () => clock("resume"),
        runFor: (ms: number) => clock("runFor", ms),
        fastForward: (ms: number) => clock("fastForward", ms),
      },
      "page.clock",
    ),
    async emulateMedia({ colorScheme }: { colorScheme: "light" | "dark" }) {
      const scheme = `document.documentElement.style.colorScheme = "${colorScheme}";`;
      context.scripts.push(scheme);
      await page.evaluate(scheme);
    },
    evaluate: async <T>(expression: string | ((input: unknown) => T), input?: unknown): Promise<T> => {
      const body =
        typeof expression === "string" ? scriptOf(expression) : `return (${expression})(arguments[0]);`;
      const value = await inPage<T>(body, ...(input === undefined ? [] : [input]));
      return value;
    },
    dispatchEvent: (selector: string, type: string) => locate(selector).dispatchEvent(type),
    title: () => script<string>("return document.title"),
    addInitScript: async (script: string) => {
      context.scripts.push(script);
      atClose.push(() => context.scripts.splice(context.scripts.indexOf(script), 1));
    },
    goto: (url: string) =>
      load(async () => {
        if (await isHere(context)) await takeCookies(context);
        else if ((await context.api.storageState()).cookies.length > 0) {
          await session.post("/url", { url: absolute("/api/health") });
          await giveCookies(context);
        }
        await session.post("/url", { url: absolute(url) });
      }),
    reload: () => load(() => session.post("/refresh")),
    goBack: () => load(() => session.post("/back")),
    goForward: () => load(() => session.post("/forward")),
    waitForURL: async (wanted: Parameters<typeof isAt>[0]) =>
      void (await until(async () => (await isAt(wanted)()) || undefined, `waitForURL(${wanted})`)),
    waitForTimeout: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
    setViewportSize: async (size: Options["viewport"]) => {
      await use();
      await resize(session, size);
    },
    close: async () => {
      await use();
      for (const takeAway of atClose) takeAway();
      context.pages.delete(handle);
      const [other] = context.pages.keys();
      if (other === undefined) {
        context.spare = handle;
        return session.post("/url", { url: "about:blank" });
      }
      await session.delete("/window");
      await session.post("/window", { handle: other });
      context.current = other;
    },
  };
  context.pages.set(handle, page);
  const guarded = orLeaveOut(page, "page");
  return guarded;
}

/** Sets the size of the page; the window is higher by the browser's bar. */
async function resize(session: Session, { width, height }: Options["viewport"]): Promise<void> {
  const inner = async () => {
    // Media queries change with a later frame, which a window behind another does not draw.
    const script = `const [wanted, done] = arguments;
      const { setTimeout: wait, requestAnimationFrame: draw } = window.__pwClock?.builtins ?? window;
      const end = () => done(innerHeight);
      const settle = () => { wait(end, 500); draw(() => draw(() => wait(end))); };
      const check = () => (innerWidth === wanted ? settle() : wait(check, ${STEP_MS}));
      check();`;
    return session.post("/execute/async", { script, args: [width] });
  };
  await session.post("/window/rect", { width, height });
  const bar = height - (await inner());
  if (bar > 0) await session.post("/window/rect", { width, height: height + bar });
}

const msOf = (time: string | number) => new Date(time).getTime();

/** A page and `context.request` share cookies. The driver knows those of the open page. */
async function isHere({ session, network }: Context): Promise<boolean> {
  const url: string = await session.get("/url").catch(() => "");
  return url.startsWith(network.url);
}

async function takeCookies(context: Context): Promise<void> {
  if (!(await isHere(context))) return;
  const found: (Omit<Cookie, "expires"> & { expiry?: number })[] = await context.session.get("/cookie");
  const cookies = found.map(({ expiry, ...cookie }) => ({ ...cookie, expires: expiry ?? -1 }));
  const known = (await context.api.storageState()).cookies;
  if (pairs(known) !== pairs(cookies)) await keepCookies(context, cookies);
}

async function keepCookies(context: Context, cookies: Cookie[]): Promise<void> {
  const { baseURL, userAgent } = context;
  context.api = await requests.newContext({ baseURL, userAgent, storageState: { cookies, origins: [] } });
}

const pairs = (cookies: readonly Cookie[]) =>
  cookies
    .map(({ name, value }) => `${name}=${value}`)
    .toSorted()
    .join();

async function giveCookies(context: Context): Promise<void> {
  if (!(await isHere(context))) return;
  const { cookies } = await context.api.storageState();
  for (const { name, value, path, httpOnly, secure, expires } of cookies)
    await context.session.post("/cookie", {
      cookie: { name, value, path, httpOnly, secure, ...(expires > 0 && { expiry: Math.round(expires) }) },
    });
}

/** The function body for statements, or for an expression whose value it returns. */
function scriptOf(text: string): string {
  const expression = `return (${text.trim().replace(/;$/, "")});`;
  try {
    new Function(expression);
    return expression;
  } catch {
    return text;
  }
}

type Tools = {
  inPage: <T>(body: string, ...args: unknown[]) => Promise<T>;
  until: <T>(attempt: () => Promise<T | undefined>, what: string, ms?: number) => Promise<T>;
  keys: (actions: object[]) => Promise<void>;
  pointer: (actions: object[]) => Promise<void>;
  move: (x: number, y: number) => object;
  use: () => Promise<void>;
  context: Context;
  page: () => object;
};
type WebKitLocator = Locator & { selector: string };

const ALL = "const all = injected.querySelectorAll(injected.parseSelector(arguments[0]), document);";
const ONE = `${ALL} if (all.length > 1) throw new Error("strict mode: " + all.length + " elements for " + arguments[0]); const one = all[0];`;

function locatorOf(selector: string, tools: Tools): WebKitLocator {
  const { inPage, until, keys, pointer, move, context } = tools;
  const [down, up] = [
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  const child = (more: string) => locatorOf([selector, more].filter(Boolean).join(" >> "), tools);
  /** Waits for the element, and runs a script with it. */
  const of = <T>(body: string, ...args: unknown[]): Promise<T> =>
    until(async () => {
      const [value] =
        (await inPage<[T] | null>(`${ONE} return one ? [(() => { ${body} })()] : null`, selector, ...args)) ??
        [];
      return value === undefined ? undefined : { value };
    }, selector).then(({ value }) => value);
  /** Waits until the element can be used and no longer moves; returns its middle. */
  const ready = (states: string) =>
    until<{ x: number; y: number }>(
      () =>
        inPage(
          `${ONE} if (!one) return undefined;
          for (const state of ${states}) if (!injected.elementState(one, state, true).matches) return undefined;
          one.scrollIntoView({ block: "nearest", inline: "nearest" });
          const before = one.getBoundingClientRect();
          const { setTimeout: wait } = window.__pwClock?.builtins ?? window;
          await new Promise((resolve) => wait(resolve, ${STEP_MS}));
          const { x, y, width, height } = one.getBoundingClientRect();
          if (before.x !== x || before.y !== y) return undefined;
          const point = { x: x + width / 2, y: y + height / 2 };
          const hit = document.elementFromPoint(point.x, point.y);
          const label = one.labels?.[0];
          if (one.contains(hit) || label?.contains(hit)) return point;
          one.scrollIntoView({ block: "center", inline: "nearest" });
          throw new Error("it is covered by " + hit?.cloneNode().outerHTML);`,
          selector,
        ).then((found) => (found as { x: number; y: number } | null) ?? undefined),
      `using ${selector}`,
    );
  /** Repeats a click that missed because the page moved under the pointer. */
  const click = (times = 1) =>
    until(async () => {
      const { x, y } = await ready('["visible", "enabled"]');
      const intercept = `window.isClicked = false;
        window.isReleased = false;
        addEventListener("mouseup", () => { window.isReleased = true; }, { capture: true, once: true });
        const isAround = ({ target }) => target !== one && target.contains(one) && !target.closest("label");
        addEventListener("click", (event) => { window.isClicked = !isAround(event); }, { capture: true, once: true });
        window.hit = injected.setupHitTargetInterceptor(one, "mouse", arguments[1], false);`;
      await inPage(`${ONE} ${intercept}`, selector, { x, y });
      await pointer([move(x, y), ...Array.from({ length: times }, () => [down, up]).flat()]);
      // On a busy machine the driver answers before the page gets the press; a second one would undo a switch.
      const pressed = `const { setTimeout: wait } = window.__pwClock?.builtins ?? window;
        for (let turn = 0; window.isReleased === false && turn < 100; turn += 1) await new Promise((resolve) => wait(resolve, 10));
        const hit = window.hit?.stop?.() ?? "done";
        return window.isClicked !== false && hit === "done";`;
      return (await inPage<boolean>(pressed).catch(() => true)) || undefined;
    }, `clicking ${selector}`).then(() => {});
  const focus = () => of<boolean>("one.focus(); return true;");
  /** Repeats a choice that missed because the page moved. A choice may rename its dialog, by which it is found. */
  const setChecked = async (checked: boolean) => {
    await of<boolean>("window.toBeSet = one; return true;");
    const isSet = () =>
      inPage<boolean>(
        'return injected.elementState(window.toBeSet, "checked", true).matches === arguments[0]',
        checked,
      );
    await until(async () => {
      if (!(await isSet())) await click();
      return (await isSet()) || undefined;
    }, `setChecked ${checked} ${selector}`);
  };
  const filtered = (more: string, { hasText, hasNotText, has, hasNot, visible }: Filter) =>
    child(
      [
        more,
        hasText !== undefined && `internal:has-text=${textOf(hasText)}`,
        hasNotText !== undefined && `internal:has-not-text=${textOf(hasNotText)}`,
        has && `internal:has=${JSON.stringify(has.selector)}`,
        hasNot && `internal:has-not=${JSON.stringify(hasNot.selector)}`,
        visible !== undefined && `visible=${visible}`,
      ]
        .filter(Boolean)
        .join(" >> "),
    );
  const locator = {
    selector,
    ...findersOf(selector, (found) => locatorOf(found, tools)),
    page: tools.page,
    locator: (css: string, filter: Filter = {}) => filtered(`css=${css}`, filter),
    first: () => child("nth=0"),
    last: () => child("nth=-1"),
    nth: (index: number) => child(`nth=${index}`),
    and: (other: WebKitLocator) => child(`internal:and=${JSON.stringify(other.selector)}`),
    or: (other: WebKitLocator) => child(`internal:or=${JSON.stringify(other.selector)}`),
    filter: (filter: Filter) => filtered("", filter),
    count: () => inPage<number>(`${ALL} return all.length`, selector),
    async all() {
      return Array.from({ length: await locator.count() }, (_, index) => locator.nth(index));
    },
    allTextContents: () =>
      inPage<string[]>(`${ALL} return all.map((one) => one.textContent ?? "")`, selector),
    textContent: () => of<string>("return one.textContent"),
    innerText: () => of<string>("return one.innerText"),
    inputValue: () => of<string>("return one.value"),
    getAttribute: (name: string) => of<string | null>("return one.getAttribute(arguments[1])", name),
    isVisible: () =>
      inPage<boolean>(`${ONE} return !!one && injected.elementState(one, "visible", true).matches`, selector),
    isDisabled: () => of<boolean>('return injected.elementState(one, "disabled", true).matches'),
    isChecked: () => of<boolean>('return injected.elementState(one, "checked", true).matches'),
    boundingBox: () =>
      of<object>(
        "const { x, y, width, height } = one.getBoundingClientRect(); return { x, y, width, height };",
      ),
    evaluate: <T>(run: (element: Element, input: unknown) => T, input?: unknown) =>
      of<T>(`return (${run})(one, arguments[1])`, input ?? null),
    evaluateAll: <T>(run: (elements: Element[], input: unknown) => T, input?: unknown) =>
      inPage<T>(`${ALL} return (${run})(all, arguments[1])`, selector, input ?? null),
    dispatchEvent: (type: string) =>
      of<boolean>("injected.dispatchEvent(one, arguments[1], {}); return true;", type),
    async waitFor({ state = "visible", timeout = TIMEOUT_MS }: { state?: string; timeout?: number } = {}) {
      const test = {
        visible: 'return one && injected.elementState(one, "visible", true).matches',
        hidden: 'return !one || !injected.elementState(one, "visible", true).matches',
        attached: "return !!one",
        detached: "return !one",
      }[state];
      await until(
        async () => (await inPage<boolean>(`${ONE} ${test}`, selector)) || undefined,
        `waitFor ${state} ${selector}`,
        timeout,
      );
    },
    click: () => click(),
    dblclick: () => click(2),
    async hover({ position }: { position?: { x: number; y: number } } = {}) {
      const { x, y } = await ready('["visible"]');
      const box = (await locator.boundingBox()) as { x: number; y: number };
      await pointer([position ? move(box.x + position.x, box.y + position.y) : move(x, y)]);
    },
    focus,
    blur: () => of<boolean>("one.blur(); return true;"),
    async fill(value: string) {
      await ready('["visible", "enabled", "editable"]');
      // React notices a value that a script sets through the element's property, and then ignores the event.
      const needs = await of<string>(
        `if (!/^(date|month|time|color|range)$/.test(one.type)) return injected.fill(one, arguments[1]);
        one.focus();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(one, arguments[1]);
        for (const type of ["input", "change"]) one.dispatchEvent(new Event(type, { bubbles: true }));`,
        value,
      );
      if (needs !== "needsinput") return;
      await inPage(
        `if (arguments[0]) document.execCommand("insertText", false, arguments[0]); else document.execCommand("delete");`,
        value,
      );
    },
    async press(key: string) {
      await focus();
      await keys(pressing(key));
    },
    async selectOption(wanted: string | { label?: string; index?: number; value?: string }) {
      const options = typeof wanted === "string" ? [{ valueOrLabel: wanted }] : [wanted];
      // Without a gesture, WebKit's Back skips the address that the choice opens.
      await locator.press("Shift");
      await until(async () => {
        const chosen = await of<string[] | string>(
          "return injected.selectOptions(one, arguments[1])",
          options,
        );
        return Array.isArray(chosen) ? chosen : undefined;
      }, `selectOption ${selector}`);
    },
    check: () => setChecked(true),
    uncheck: () => setChecked(false),
    setChecked,
    scrollIntoViewIfNeeded: () => of<boolean>('one.scrollIntoView({ block: "nearest" }); return true;'),
    async setInputFiles(files: InputFile | readonly InputFile[]) {
      const list = [files]
        .flat()
        .map((file) =>
          typeof file === "string"
            ? leaveOut("files by their path")
            : { ...file, buffer: file.buffer.toString("base64") },
        );
      await of(
        `const transfer = new DataTransfer();
        for (const { name, mimeType, buffer } of arguments[1])
          transfer.items.add(new File([Uint8Array.from(atob(buffer), (letter) => letter.charCodeAt(0))], name, { type: mimeType }));
        one.files = transfer.files;
        one.dispatchEvent(new Event("input", { bubbles: true }));
        one.dispatchEvent(new Event("change", { bubbles: true }));
        return true;`,
        list,
      );
    },
    async screenshot() {
      const reference = await of<object>("return one");
      return Buffer.from(await context.session.get(`/element/${elementId(reference)}/screenshot`), "base64");
    },
  };
  // Has Playwright's type without all its methods: a test that uses a missing one is skipped.
  return orLeaveOut(locator, "locator") as unknown as WebKitLocator;
}

type InputFile = string | { name: string; mimeType: string; buffer: Buffer };
type Filter = {
  hasText?: string | RegExp;
  hasNotText?: string | RegExp;
  has?: WebKitLocator;
  hasNot?: WebKitLocator;
  visible?: boolean;
};
type Text = string | RegExp;
type Exact = { exact?: boolean };

const textOf = (text: Text, exact = false) =>
  text instanceof RegExp ? String(text) : `${JSON.stringify(text)}${exact ? "s" : "i"}`;

/** Selectors as Playwright's `getBy…` write them. */
function findersOf(within: string, locate: (selector: string) => WebKitLocator) {
  const find = (more: string) => locate(within ? `${within} >> ${more}` : more);
  const byAttribute =
    (name: string) =>
    (text: Text, { exact }: Exact = {}) =>
      find(`internal:attr=[${name}=${textOf(text, exact)}]`);
  return {
    getByText: (text: Text, { exact }: Exact = {}) => find(`internal:text=${textOf(text, exact)}`),
    getByLabel: (text: Text, { exact }: Exact = {}) => find(`internal:label=${textOf(text, exact)}`),
    getByPlaceholder: byAttribute("placeholder"),
    getByTitle: byAttribute("title"),
    getByRole(
      role: string,
      { name, exact, ...states }: Exact & { name?: Text } & Record<string, unknown> = {},
    ) {
      const parts = Object.entries(states).map(
        ([state, value]) => `[${state === "includeHidden" ? "include-hidden" : state}=${value}]`,
      );
      if (name !== undefined) parts.push(`[name=${textOf(name, exact)}]`);
      return find(`internal:role=${role}${parts.join("")}`);
    },
  };
}

const KEYS: Record<string, string> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Backspace: "\uE003",
  Delete: "\uE017",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Home: "\uE011",
  End: "\uE010",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  Space: " ",
  F8: "\uE038",
  Shift: "\uE008",
  Control: "\uE009",
  ControlOrMeta: "\uE009",
  Alt: "\uE00A",
  Meta: "\uE03D",
};

/** The actions of a key, such as "Control+k". */
function pressing(key: string): object[] {
  const names = key.length > 1 ? key.split("+") : [key];
  const values = names.map((name) => KEYS[name] ?? name);
  return [
    ...values.map((value) => ({ type: "keyDown", value })),
    ...values.toReversed().map((value) => ({ type: "keyUp", value })),
  ];
}
