export function Invitation() {
  return <h1>Invitation</h1>;
}
