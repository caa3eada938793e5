import { Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { commonText } from '../text/common.ts';
import classes from './Logo.module.css';

/** The logo with the name, a link to the start page. */
export function Logo() {
  return (
    <Link to="/" className={classes.logo} aria-label={commonText.frame.home}>
      <Group gap="xs" wrap="nowrap">
        <span className={classes.flame} aria-hidden />
        <Text span fw={600} size="lg">
          {commonText.product}
        </Text>
      </Group>
    </Link>
  );
}
