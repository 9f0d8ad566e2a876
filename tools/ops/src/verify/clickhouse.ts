export async function select<Row>(url: string, sql: string): Promise<Row[]> {
  const { origin, pathname, username, password } = new URL(url);
  const settings = new URLSearchParams({
    database: pathname.slice(1),
    default_format: 'JSONEachRow',
    output_format_json_quote_64bit_integers: '0',
  });
  const response = await fetch(`${origin}/?${settings.toString()}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
    },
    body: sql,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`ClickHouse answered ${response.status}: ${text.slice(0, 300)}`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
