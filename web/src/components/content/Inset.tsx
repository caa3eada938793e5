import { Box, type BoxProps, createPolymorphicComponent } from '@mantine/core';
import classes from './Inset.module.css';

/** A framed part of a panel: a form that was opened, or what it has brought. Within an item it has a line of its own. */
export const Inset = createPolymorphicComponent<'div', BoxProps>((props: BoxProps) => (
  <Box {...props} className={classes.inset} />
));
