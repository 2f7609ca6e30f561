export function AccessibilityPage() {
  return (
    <div className="page">
      <h1>Acessibilidade</h1>
    </div>
  );
}
