import { TextField } from '@portico/ui';

type ZoneFieldProps = { value: string; onChange: (zone: string) => void };

export const ZoneField = ({ value, onChange }: ZoneFieldProps) => (
  <TextField
    label="Time zone"
    description="Messages show times in this zone, for example Europe/Berlin."
    value={value}
    onChange={onChange}
    maxLength={100}
    spellCheck="false"
    isRequired
  />
);
