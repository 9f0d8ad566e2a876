import type { Account } from '../account.ts';
import type { Invoice } from '../objects.ts';
import { linesOf } from './invoice-page.ts';
import { day, money } from './money.ts';

/** Text for a PDF string; replaces non-ASCII characters by question marks. */
const pdfText = (text: string): string => text.replaceAll(/[^ -~]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`);

/** A PDF with one page of text, and the offset table that readers need. */
const pdfOf = (lines: readonly string[]): Buffer => {
  const text = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 12 Tf 72 770 Td 20 TL\n${text}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
};

export const invoicePdf = (account: Account, invoice: Invoice, productName: string): Buffer =>
  pdfOf([
    `${productName}: invoice ${invoice.number ?? invoice.id}`,
    `${account.customers.get(invoice.customer)?.name ?? ''}, ${day(invoice.created)}`,
    '',
    ...linesOf(account, invoice),
    '',
    `${invoice.status === 'open' ? 'Amount due' : 'Paid'}: ${money(invoice.total)}`,
    'A trial on one machine: no money has moved.',
  ]);
