// Runs at CloudFront before the cache: an address that names no file is a screen, and every screen is the shell.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  var request = event.request;
  var name = request.uri.slice(request.uri.lastIndexOf("/") + 1);
  if (!name.includes(".")) request.uri = "/index.html";
  return request;
}
