// Runs at CloudFront before the cache; infra/constructs/site.ts defines SITE_FILE above it.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  var request = event.request;
  if (!SITE_FILE.test(request.uri)) request.uri = "/index.html";
  return request;
}
