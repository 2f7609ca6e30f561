export function BlankFormPage() {
  return (
    <div className="page">
      <h1>Ficha de inscrição em branco</h1>
    </div>
  );
}
