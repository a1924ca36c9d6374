/**
 * Answers of mail services with their sources, and what happens to the mail: `held` until
 * an operator acts, `final`, or `again` later.
 */
type MailAnswer = { source: string; code: string; says: string; becomes: "held" | "final" | "again" };

const GUIDE = "Amazon SES Developer Guide, Amazon SES email sending errors";
const REFERENCE = "Amazon SES API Reference, SendRawEmail";

/** Codes are SES's error codes; the service answers with status 400. */
export const SES_ANSWERS: readonly MailAnswer[] = [
  {
    source: "GoodDollar/GoodServer#419, hcengineering/platform#8899",
    code: "MessageRejected",
    says: "Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.",
    becomes: "held",
  },
  {
    source: "Amazon SES Suspension FAQ",
    code: "MessageRejected",
    says: "Sending suspended for this account. For more information, please check the inbox of the email address associated with your AWS account.",
    becomes: "held",
  },
  {
    source: "Amazon SES Suspension FAQ (earlier wording)",
    code: "MessageRejected",
    says: "This account has been shut down.",
    becomes: "held",
  },
  {
    source: REFERENCE,
    code: "AccountSendingPausedException",
    says: "Email sending is disabled for your entire Amazon SES account.",
    becomes: "held",
  },
  {
    source: REFERENCE,
    code: "ConfigurationSetSendingPausedException",
    says: "Email sending is disabled for the configuration set.",
    becomes: "held",
  },
  {
    source: REFERENCE,
    code: "ConfigurationSetDoesNotExist",
    says: "Configuration set coffer-dev does not exist.",
    becomes: "held",
  },
  {
    source: REFERENCE,
    code: "MailFromDomainNotVerifiedException",
    says: "Amazon SES could not read the MX record required to use the specified MAIL FROM domain.",
    becomes: "held",
  },
  {
    source: GUIDE,
    code: "MessageRejected",
    says: "Email address is not verified. The following identities failed the check in region EU-CENTRAL-1: ana@example.com",
    becomes: "held",
  },
  {
    source: "Amazon SES Developer Guide, managing sending limits",
    code: "Throttling",
    says: "Daily message quota exceeded.",
    becomes: "again",
  },
  {
    source: "awsdocs/amazon-ses-developer-guide#60",
    code: "Throttling",
    says: "Maximum sending rate exceeded.",
    becomes: "again",
  },
  { source: GUIDE, code: "MessageRejected", says: "Address blacklisted.", becomes: "final" },
  {
    source: "Amazon SES Developer Guide, account-level suppression list",
    code: "MessageRejected",
    says: "Address is on the suppression list.",
    becomes: "final",
  },
  {
    source: "Amazon SES Developer Guide, quotas",
    code: "InvalidParameterValue",
    says: "Message length is more than 10485760 bytes long: '12000000'.",
    becomes: "final",
  },
  { source: GUIDE, code: "InvalidParameterValue", says: "Missing final '@domain'", becomes: "final" },
  {
    source: GUIDE,
    code: "InvalidParameterValue",
    says: "Domain contains illegal character",
    becomes: "final",
  },
  { source: GUIDE, code: "InvalidParameterValue", says: "Domain starts with dot", becomes: "final" },
  {
    source: GUIDE,
    code: "InvalidParameterValue",
    says: "Local address contains control or whitespace",
    becomes: "final",
  },
  { source: GUIDE, code: "InvalidParameterValue", says: "Duplicate header 'Subject'.", becomes: "final" },
  { source: "none: words that nobody has seen yet", code: "MessageRejected", says: "No.", becomes: "again" },
  { source: REFERENCE, code: "ServiceUnavailable", says: "The service is unavailable.", becomes: "again" },
];

/** Codes are replies to DATA by default. */
export const SMTP_ANSWERS: readonly (MailAnswer & { to?: "MAIL" | "RCPT" })[] = [
  {
    source: "SES over SMTP, as logged in the field",
    code: "554",
    says: "Message rejected: Sending paused for this account. For more information, please check the inbox of the email address associated with your AWS account.",
    becomes: "held",
  },
  {
    source: "SES over SMTP, sandbox",
    code: "554",
    says: "Message rejected: Email address is not verified.",
    becomes: "held",
  },
  {
    source: "Gmail SMTP errors and codes, 5.4.5",
    code: "550",
    says: "5.4.5 Daily user sending limit exceeded.",
    becomes: "held",
  },
  {
    source: "Postfix, sender_login_mismatch",
    code: "553",
    says: "5.7.1 Sender address rejected: not owned by user ana",
    becomes: "held",
    to: "MAIL",
  },
  {
    source: "Postfix, reject_unauth_destination",
    code: "554",
    says: "5.7.1 Relay access denied",
    becomes: "held",
    to: "RCPT",
  },
  ...(
    [
      ["550", "5.2.1 The email account that you tried to reach is disabled.", "final", "Gmail, 5.2.1"],
      ["550", "5.2.1 Mailbox disabled, not accepting messages", "final", "RFC 3463, X.2.1"],
      ["550", "Recipient account is suspended", "final", "cPanel, a suspended customer"],
      ["552", "5.2.2 The email account that you tried to reach is over quota.", "again", "Gmail, 5.2.2"],
      ["552", "5.2.2 <ana@example.com>: Recipient address rejected: Mailbox is full", "again", "Dovecot"],
      [
        "550",
        "5.7.1 RESOLVER.RST.NotAuthorized; not authorized to send to the recipient",
        "final",
        "Exchange, 5.7.1",
      ],
      [
        "554",
        "5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
        "held",
        "Postfix, reject_rbl_client",
      ],
      [
        "554",
        "Free accounts are for test purposes only. Please upgrade or add the address to authorized recipients.",
        "held",
        "mailgun/wordpress-plugin#68",
      ],
      ["550", "Unauthenticated senders not allowed", "held", "SendGrid, SMTP errors"],
      [
        "554",
        "5.7.1 <ana@example.com>: Recipient address rejected: Access denied",
        "final",
        "Postfix, access",
      ],
      ["550", "5.7.133 Sender not authenticated for group", "final", "Exchange Online, 5.7.133"],
      [
        "550",
        "5.7.705 Access denied, tenant has exceeded threshold: sending suspended",
        "held",
        "Exchange Online, 5.7.705",
      ],
    ] as const
  ).map(([code, says, becomes, source]) => ({ code, says, becomes, source, to: "RCPT" as const })),
  ...(
    [
      ["552", "5.3.4 Message size exceeds fixed limit", "final", "Postfix, message_size_limit"],
      ["552", "5.2.3 Your message exceeded Google's message size limits.", "final", "Gmail, 5.2.3"],
      ["554", "5.7.1 Message blocked: virus Eicar-Signature found", "final", "amavis"],
      [
        "550",
        "5.7.26 This mail has been blocked because the sender is unauthenticated.",
        "held",
        "Gmail, 5.7.26",
      ],
      [
        "554",
        "Access denied: User `arn:aws:iam::123456789012:user/smtp' is not authorized to perform `ses:SendRawEmail' on resource `arn:aws:ses:eu-central-1:123456789012:identity/budget.example'",
        "held",
        "ministryofjustice/analytical-platform#6944, cloudposse/terraform-aws-ses#40",
      ],
      [
        "550",
        "The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.",
        "held",
        "sahat/hackathon-starter#1083, chatwoot/chatwoot#2541",
      ],
      ["502", "5.7.0 Your SMTP account is not yet activated.", "held", "supabase/agent-skills#133"],
      [
        "550",
        "5.7.60 SMTP; Client does not have permissions to send as this sender",
        "held",
        "frappe/bench#1457, gophish/gophish#1600",
      ],
      ["550", "5.7.1 Client does not have permissions to send as this sender", "held", "nodemailer#145"],
      ["552", "Your account has been suspended. Please contact us to reactivate", "held", "gophish#720"],
      [
        "554",
        "Your account is on probation and domains are limited to 100 messages / hour.",
        "held",
        "pivorakmeetup/pivorak-web-app#711",
      ],
      ["550", "5.1.8 Access denied, bad outbound sender", "held", "Exchange Online, 5.1.8"],
      [
        "554",
        "5.7.1 Message rejected under suspicion of SPAM",
        "held",
        "Yandex, a filter of the sender's own server",
      ],
      ["550", "5.3.0 Message content not accepted", "final", "RFC 3463, X.3.0"],
    ] as const
  ).map(([code, says, becomes, source]) => ({ code, says, becomes, source })),
  {
    source: "RFC 5321, 4.2.3",
    code: "550",
    says: "5.1.1 No such user here",
    becomes: "final",
    to: "RCPT",
  },
  { source: "RFC 5321, 4.2.3", code: "554", says: "never", becomes: "final" },
  { source: "RFC 5321, 4.2.3", code: "451", says: "4.3.0 later", becomes: "again" },
];
