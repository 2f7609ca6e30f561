/** Of a statement that says no more of its columns. */
type AnyRow = Record<string, ReturnType<typeof JSON.parse>>;
type Rows = { rows: object[] };
type Asked = { query: (sql: string, values: unknown[]) => Promise<Rows> };

/** What one statement finds in a database: its rows, the first of them, or the one value in that; undefined where there is none. */
export const rowsOf = (database: () => Asked) => {
  const rows = async <Row extends object = AnyRow>(sql: string, ...values: unknown[]) =>
    (await database().query(sql, values)).rows as Row[];
  const row = async <Row extends object = AnyRow>(sql: string, ...values: unknown[]) =>
    (await rows<Row>(sql, ...values))[0];
  const value = async <Value>(sql: string, ...values: unknown[]) =>
    Object.values((await row(sql, ...values)) ?? {})[0] as Value | undefined;
  return { rows, row, value };
};
