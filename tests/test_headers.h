// What most test programs include, precompiled once for all of them.
#pragma once

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>
