import { vars } from '../../src/styles.ts';
import * as styles from '../gallery.css.ts';
import { State } from '../specimen.tsx';

export const Colours = () => (
  <div className={styles.swatches}>
    {Object.entries(vars.color).map(([name, value]) => (
      <div key={name} className={styles.swatch}>
        <div className={styles.colour} style={{ background: value }} />
        {name}
      </div>
    ))}
  </div>
);

export const Typography = () =>
  Object.entries(vars.text)
    .toReversed()
    .map(([name, size]) => (
      <State key={name} name={name} isWide>
        <p style={{ fontSize: size }}>
          {Object.entries(vars.weight).map(([weight, value]) => (
            <span key={weight} style={{ fontWeight: value, marginRight: '1.5em' }}>
              Payrun 1,204 completed
            </span>
          ))}
        </p>
      </State>
    ));
