export function PrivacyPage() {
  return (
    <div className="page">
      <h1>Como cuidamos dos seus dados</h1>
    </div>
  );
}
