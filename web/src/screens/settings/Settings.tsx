import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useRef } from "react";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { ruleList } from "../../api/rules.ts";
import { codesStatus, deviceList, passkeyList } from "../../api/security.ts";
import { sharedWithMe } from "../../api/sharing.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { useStarted } from "../../loading/use-started.ts";
import { useHasLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { showFocused } from "../../ui/layout/show-focused.ts";
import { BudgetSharing } from "./BudgetSharing.tsx";
import { Devices } from "./Devices.tsx";
import { Notifications } from "./Notifications.tsx";
import { Appearance, Preferences } from "./Preferences.tsx";
import { ProfileInformation } from "./ProfileInformation.tsx";
import { Security } from "./Security.tsx";
import { YourData } from "./YourData.tsx";
import "./Settings.css";

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({
  rules: ruleList(ledgerId),
  categories: categoryList(ledgerId),
  devices: deviceList,
  passkeys: passkeyList,
  codes: codesStatus,
});

const DeleteAccountDialog = lazyPart(() => import("./DeleteAccountDialog.tsx"), "DeleteAccountDialog");
const SharedWithMe = lazyPart(() => import("./SharedWithMe.tsx"), "SharedWithMe");
const Members = lazyPart(() => import("./Members.tsx"), "Members");

function Shared() {
  const { data: budgets = [] } = useQuery(sharedWithMe);
  return <Suspense>{budgets.length > 0 && <SharedWithMe budgets={budgets} />}</Suspense>;
}

/** Once the page has its other cards. */
function LateMembers() {
  return <Suspense>{useStarted() && <Members />}</Suspense>;
}

const Rules = lazyPart(() => import("./Rules.tsx"), "Rules");
const LateRules = () => <Suspense>{useStarted() && <Rules />}</Suspense>;

const SECTIONS = [
  { id: "you", label: "Profile", cards: [ProfileInformation] },
  { id: "sharing", label: "Sharing", ofLedger: true, cards: [BudgetSharing] },
  { id: "preferences", label: "Preferences", cards: [Preferences] },
  { id: "household", label: "Household", ofLedger: true, cards: [Shared, LateMembers] },
  { id: "notifications", label: "Notifications", cards: [Notifications] },
  { id: "rules", label: "Rules", ofLedger: true, cards: [LateRules] },
  { id: "data", label: "Data", ofLedger: true, cards: [YourData] },
  { id: "security", label: "Security", cards: [Security, Devices] },
  { id: "appearance", label: "Appearance", cards: [Appearance] },
];

export function Settings() {
  const { hash } = useLocation();
  const hasLedger = useHasLedger();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => keepInSight(hash, body.current), [hash]);
  const sections = SECTIONS.filter(({ ofLedger }) => hasLedger || !ofLedger);
  return (
    <>
      <PageHeader title="Settings" description="Switches, choices and times are saved at once." />
      <div className="settings">
        <nav className="settings-sections scroll-hint" aria-label="Sections" onFocus={showFocused}>
          {sections.map(({ id, label }) => (
            <a key={id} href={`#${id}`} aria-current={hash === id ? "true" : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div className="stack" ref={body}>
          {sections.map(({ id, cards }) => (
            <div key={id} id={id} className="stack">
              {cards.map((Part) => (
                <Part key={Part.name} />
              ))}
            </div>
          ))}
          <DeleteAccount />
        </div>
      </div>
    </>
  );
}

const BY_HAND = ["wheel", "touchstart", "pointerdown", "keydown"];

/** Scrolls to a section, and again while the cards before it load, until the person does something. */
function keepInSight(id: string, body: HTMLElement | null) {
  if (id === "" || !body) return;
  const scroll = () => document.getElementById(id)?.scrollIntoView();
  const observer = new ResizeObserver(scroll);
  observer.observe(body);
  const byHand = new AbortController();
  const stop = () => {
    observer.disconnect();
    byHand.abort();
  };
  for (const event of BY_HAND) window.addEventListener(event, stop, { signal: byHand.signal });
  return stop;
}

function DeleteAccount() {
  const { open, dialog } = useDialog();
  return (
    <Card
      title="Delete account"
      description="Takes effect after seven days; signing in before then cancels it."
    >
      <Button
        variant="destructive"
        size="small"
        onClick={() => open((close) => <DeleteAccountDialog onClose={close} />)}
      >
        Delete account
      </Button>
      {dialog}
    </Card>
  );
}
