package live

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/pagesim/pagesim"
)

// counterPrefix is how the counters of INNODB_METRICS begin that are needed.
const counterPrefix = "index_page_"

// metricsOf reads counters of INNODB_METRICS by the start of their names.
func metricsOf(ctx context.Context, s session) (map[string]int64, error) {
	return counts(ctx, s, "select name, count from information_schema.innodb_metrics where name like '"+counterPrefix+"%'")
}

// statusOf reads what SHOW GLOBAL STATUS says of InnoDB.
func statusOf(ctx context.Context, s session) (map[string]int64, error) {
	return counts(ctx, s, "show global status like 'Innodb%'")
}

// switchedOff lists the counters that have to be switched on.
func (r *recorder) switchedOff(ctx context.Context) ([]string, error) {
	rows, err := r.s.query(ctx, "select name from information_schema.innodb_metrics where name like '"+counterPrefix+
		"%' and not ("+r.server.enabled+") order by name")
	if err != nil {
		return nil, fmt.Errorf("INNODB_METRICS cannot be read, which needs the right PROCESS: %w", err)
	}
	var names []string
	for _, row := range rows {
		names = append(names, row[0])
	}
	return names, nil
}

// switchOn switches counters on until the end. The two variables by which that is done
// say what was set last; where they said nothing they say nothing again.
func (r *recorder) switchOn(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	var silent []string
	for _, variable := range []string{"innodb_monitor_disable", "innodb_monitor_enable"} {
		rows, err := r.s.query(ctx, "select @@global."+variable)
		if err != nil {
			return err
		}
		if rows[0][0] == "" {
			silent = append(silent, "set global "+variable+" = default")
		}
	}
	for _, name := range names {
		err := r.change(ctx, "set global innodb_monitor_enable = '"+name+"'", append(silent, "set global innodb_monitor_disable = '"+name+"'")...)
		silent = nil
		if err != nil {
			return fmt.Errorf("counter %s of INNODB_METRICS is off and cannot be switched on, which needs the right to set global variables: %w", name, err)
		}
	}
	return nil
}

// readings are the server's counters at one moment.
type readings struct{ metrics, status map[string]int64 }

func (r *recorder) read(ctx context.Context) (readings, error) {
	metrics, err := metricsOf(ctx, r.s)
	if err != nil {
		return readings{}, err
	}
	status, err := statusOf(ctx, r.s)
	return readings{metrics, status}, err
}

// since is what was counted since earlier readings: the counters of INNODB_METRICS
// that moved, and the status with gauges as they are.
func (now readings) since(before readings) (map[string]int64, pagesim.PoolState, error) {
	metrics := map[string]int64{}
	for name, n := range now.metrics {
		if d := n - before.metrics[name]; d != 0 {
			metrics[name] = d
		}
	}
	status := maps.Clone(now.status)
	for name := range status {
		if !isGauge(name) {
			status[name] -= before.status[name]
		}
	}
	var state pagesim.PoolState
	text, err := json.Marshal(status)
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	return metrics, state, err
}

func isGauge(name string) bool {
	switch name {
	case "Innodb_buffer_pool_pages_data", "Innodb_buffer_pool_pages_dirty", "Innodb_buffer_pool_pages_free", "Innodb_checkpoint_age":
		return true
	}
	return strings.HasPrefix(name, "Innodb_history_list")
}
