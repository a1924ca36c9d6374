import { fullName, LEAVING_DAYS, type User } from "@coffer/domain/account/user";
import {
  isWanted,
  NOTIFICATION_KINDS,
  NOTIFICATION_LABELS,
  NOTIFY_BY,
  type NotifyBy,
} from "@coffer/domain/notification/choices";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useId, useRef } from "react";
import { useSavePreferences } from "../../api/account.ts";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { codesStatus, deviceList, passkeyList } from "../../api/security.ts";
import { sharedWithMe } from "../../api/sharing.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { useStarted } from "../../loading/use-started.ts";
import { useHasLedger, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { showFocused } from "../../ui/layout/show-focused.ts";
import { BudgetSharing } from "./BudgetSharing.tsx";
import { Devices } from "./Devices.tsx";
import { Appearance, Preferences } from "./Preferences.tsx";
import { Security } from "./Security.tsx";
import { YourData } from "./YourData.tsx";
import "./Settings.css";

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({
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

/** Loads after the other cards. */
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
      description={`Takes effect after ${LEAVING_DAYS} days, unless you sign in before then.`}
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

const PasswordDialog = lazyPart(() => import("../../forms/ProfileDialog.tsx"), "PasswordDialog");
const ProfileDialog = lazyPart(() => import("../../forms/ProfileDialog.tsx"), "ProfileDialog");

function ProfileInformation() {
  const user = useUser();
  const { open, dialog } = useDialog();
  const edit = () => open((close) => <ProfileDialog onClose={close} />);
  const changePassword = () => open((close) => <PasswordDialog onClose={close} />);
  return (
    <Card title="Profile Information" flush>
      <dl>
        <Row label="Full name" action="Edit" onAction={edit}>
          {fullName(user)}
        </Row>
        <Row label="Email address" action="Edit" onAction={edit}>
          {user.email} {!user.emailVerified && <Badge>Not verified</Badge>}
        </Row>
        <Row label="Phone number" action="Edit" onAction={edit}>
          {user.phone}
        </Row>
        <Row label="Password" action="Change" onAction={changePassword}>
          <span aria-hidden>••••••••</span>
          <span className="visually-hidden">Not shown</span>
        </Row>
      </dl>
      {dialog}
    </Card>
  );
}

type RowProps = { label: string; action: string; onAction: () => void; children: ReactNode };

function Row({ label, action, onAction, children }: RowProps) {
  const id = useId();
  return (
    <div className="setting-row">
      <dt id={id}>{label}</dt>
      <dd className="setting-value">{children}</dd>
      <dd>
        <Button size="small" aria-describedby={id} onClick={onAction}>
          {action}
        </Button>
      </dd>
    </div>
  );
}

const WAYS: Record<NotifyBy, string> = {
  product: "Inside Coffer only",
  mail: "Inside Coffer, and by email at once",
  summary: "Inside Coffer, and in the daily summary",
};
const OPTIONS = NOTIFY_BY.map((value) => ({ value, label: WAYS[value] }));

function Notifications() {
  const user = useUser();
  const save = useSavePreferences();
  return (
    <Card title="What to notify you about">
      <div className="preferences">
        {user.notifications ? (
          <>
            <SelectField
              label="How to tell me"
              options={OPTIONS}
              value={user.notifyBy}
              hint={hintOf(user)}
              onChoose={(chosen) => save.mutate({ notifyBy: chosen })}
            />
            <fieldset className="notification-kinds">
              <legend>Tell me when</legend>
              {NOTIFICATION_KINDS.map((kind) => (
                <CheckboxField
                  key={kind}
                  label={NOTIFICATION_LABELS[kind]}
                  checked={isWanted(kind, user)}
                  onChange={(event) => save.mutate({ notify: { [kind]: event.target.checked } })}
                />
              ))}
            </fieldset>
          </>
        ) : (
          <p className="muted">
            Notifications are off. Turn them on in <a href="#preferences">Preferences</a>.
          </p>
        )}
      </div>
    </Card>
  );
}

function hintOf({ notifyBy, emailVerified, emailNotifications }: User): string | undefined {
  if (notifyBy === "product") return undefined;
  if (!emailVerified) return "Goes out once your email address is verified";
  const isOff = notifyBy === "summary" && !emailNotifications;
  return isOff ? "Goes out once the daily email summary is on" : undefined;
}
