/** The hash allows the one inline script of web/index.html. */
const CONTENT_SECURITY_POLICY = {
  "default-src": "'none'",
  "script-src": "'self' 'sha256-Dh+oNIniDs58Ix6nbn8BHW9lmxFL+2D43Q+34eJS7gk='",
  "style-src": "'self'",
  "img-src": "'self'",
  "font-src": "'self'",
  "connect-src": "'self'",
  "manifest-src": "'self'",
  "frame-src": "'self'",
  "form-action": "'self'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'",
  // Browsers support one or the other.
  "report-uri": "/api/policy-reports",
  "report-to": "policy",
};

/** Data, not Hono's secureHeaders: CloudFront sends the same (infra/constructs/site.ts). */
export const SECURITY_HEADERS = {
  "content-security-policy": Object.entries(CONTENT_SECURITY_POLICY)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; "),
  "reporting-endpoints": 'policy="/api/policy-reports"',
  // Without includeSubDomains, which only the domain's owner may decide (infra/config.ts, `preloadHsts`).
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
} as const;

/** Trusted only with the origin secret: a request that bypasses CloudFront can claim any address. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";
export const ORIGIN_SECRET_HEADER = "x-origin-secret";
