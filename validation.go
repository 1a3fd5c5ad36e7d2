package pagesim

// Status is the outcome of a replay.
type Status string

// The outcomes. Exact and Within meet the bar.
const (
	// Exact says that every page of every level has the recorded number of
	// records, and that every figure with a bar meets it.
	Exact Status = "exact"
	// Within says that reads, writes and rates along the run meet their bars, and so
	// do the pages if they were recorded: time has its part in these, so that they are
	// never exact.
	Within Status = "within"
	// Differs says that some figure misses its bar.
	Differs Status = "differs"
	// NotReplayed says that the model lacks an operation of the recording.
	NotReplayed Status = "not replayed"
)

// Validation is one recording held against its replay.
type Validation struct {
	// File is the recording's path, Name its scenario.
	File string `json:"file"`
	Name string `json:"name"`
	// Server is the version that was recorded.
	Server string `json:"server"`
	Status Status `json:"status"`
	// Pages is the number of pages that were compared.
	Pages int64 `json:"pages"`
	// Unordered says that the recording has the pages without their order and level.
	Unordered bool `json:"unordered,omitempty"`
	// Marks is the number of moments along the run at which reads and writes were
	// compared.
	Marks int `json:"marks,omitempty"`
	// Reason says why a recording was not replayed.
	Reason string `json:"reason,omitempty"`
	// Difference is the first page that differs, leaf level first; nil if none
	// does.
	Difference *Difference `json:"first_difference,omitempty"`
	Figures    []Figure    `json:"figures,omitempty"`
}

// Difference is the first page of a level that has another number of records.
type Difference struct {
	Index string `json:"index"`
	// Level is 0 for the leaves, Page counts from 0 in key order. AnyLevel says that
	// the recording has pages of all levels in the order of their records.
	Level int `json:"level"`
	Page  int `json:"page"`
	// Recorded and Predicted are the numbers of records, -1 where the level has
	// no such page.
	Recorded  int `json:"recorded"`
	Predicted int `json:"predicted"`
}

// AnyLevel is the level of a Difference between pages whose level was not recorded.
const AnyLevel = -1

// Figure is one number, recorded and predicted.
type Figure struct {
	// Name is the server's name for it, with index and level where it has them.
	Name      string `json:"name"`
	Recorded  int64  `json:"recorded"`
	Predicted int64  `json:"predicted"`
	// ErrorPercent is the relative error of the prediction; 0 if both are 0.
	ErrorPercent float64 `json:"error_percent"`
	// Bar says what is asked: "exact", a tolerance in words, or "none" for what
	// is shown but not judged.
	Bar string `json:"bar"`
	OK  bool   `json:"ok"`
	// Note explains a figure, for instance what of the recorded one belongs to
	// the server's own tables.
	Note string `json:"note,omitempty"`
}
