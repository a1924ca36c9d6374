import "../live/LiveMark.css";

export function EnteredBy({ person }: { person: { name: string; initials: string } | undefined }) {
  if (!person) return null;
  return (
    <span className="entered-by" title={`Entered by ${person.name}`}>
      <span className="visually-hidden">Entered by </span>
      {person.initials}
    </span>
  );
}
